"""Creates namespaces, in which it would be root, and mounts file systems."""

from attempts import allowed, play, syscall, tried

EXPECTED = "contained"
KINDS = {
    "files": 0x00020000,
    "user": 0x10000000,
    "processes": 0x20000000,
    "network": 0x40000000,
    "messages": 0x08000000,
}
THREAD = 0x00010F00


def phazed_play(*arguments):
    moves = {f"unshare_{name}": (lambda flag=flag: syscall("unshare", flag)) for name, flag in KINDS.items()}
    births = {
        f"clone_{name}": (lambda flag=flag: syscall("clone", flag | 17, 0, 0, 0, 0)) for name, flag in KINDS.items()
    }
    threads = {
        f"thread_{name}": (lambda flag=flag: syscall("clone", flag | THREAD, 0, 0, 0, 0))
        for name, flag in KINDS.items()
    }
    calls = ("unshare", "setns", "mount", "umount2", "chroot", "pivot_root", "fsopen", "open_tree", "move_mount")
    return play(arguments, tried(**moves), tried(**births), tried(**threads), allowed(*calls, "mount_setattr"))
