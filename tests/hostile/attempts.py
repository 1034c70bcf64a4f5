"""Helpers of the hostile bots: targets, system call numbers, and how to report what an attack achieved.

This file and `targets.json` are placed beside each of them. A bot whose attacks all fail answers with a legal play; one
that has achieved something answers with the evidence, which is not a play.
"""

import ctypes
import errno
import gc
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "targets.json"), encoding="utf-8") as _file:
    TARGETS = json.load(_file)
"""The targets of the attacks; see `tests/sandbox/test_hostile.py`."""

SECRET = rb"can[a]ry-[0-9a-f]{32}"
"""A pattern for the organiser's secret, which does not match itself."""
libc = ctypes.CDLL(None, use_errno=True)
MACHINE = os.uname().machine
PAGE, CHUNK = 4096, 1 << 20
# fmt: off
NUMBERS = {
    "futex": (202, 98),
    "write": (1, 64), "exit": (60, 93), "openat": (257, 56), "socket": (41, 198), "socketpair": (53, 199),
    "connect": (42, 203), "bind": (49, 200), "sendto": (44, 206), "sendmsg": (46, 211), "recvmsg": (47, 212),
    "fork": (57, None), "vfork": (58, None), "clone": (56, 220), "clone3": (435, 435), "execve": (59, 221),
    "execveat": (322, 281), "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "kcmp": (312, 272), "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "unshare": (272, 97), "setns": (308, 268),
    "mount": (165, 40), "umount2": (166, 39), "chroot": (161, 51), "pivot_root": (155, 41), "fsopen": (430, 430),
    "open_tree": (428, 428), "move_mount": (429, 429), "mount_setattr": (442, 442), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "io_uring_setup": (425, 425), "io_setup": (206, 0), "bpf": (321, 280),
    "perf_event_open": (298, 241), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "userfaultfd": (323, 282), "fanotify_init": (300, 262), "inotify_init1": (294, 26), "shmget": (29, 194),
    "shmat": (30, 196), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180), "openat2": (437, 437),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "kexec_load": (246, 104),
    "init_module": (175, 105), "finit_module": (313, 273), "swapon": (167, 224), "reboot": (169, 142),
    "sethostname": (170, 161), "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266),
    "syslog": (103, 116), "acct": (163, 89), "quotactl": (179, 60), "setrlimit": (160, 164), "prlimit64": (302, 261),
    "capset": (126, 91), "setpriority": (141, 140), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274), "ioprio_set": (251, 30), "setuid": (105, 146), "setresuid": (117, 147),
    "setgroups": (116, 159), "setsid": (112, 157), "setpgid": (109, 154), "personality": (135, 92),
    "seccomp": (317, 277), "prctl": (157, 167), "landlock_create_ruleset": (444, 444), "vmsplice": (278, 75),
    "splice": (275, 76), "move_pages": (279, 239), "migrate_pages": (256, 238), "mbind": (237, 235),
    "mlock": (149, 228), "truncate": (76, 45), "ftruncate": (77, 46), "fallocate": (285, 47), "fcntl": (72, 25),
    "ioctl": (16, 29), "flock": (73, 32), "sync": (162, 81), "fchmodat": (268, 53), "fchownat": (260, 54),
    "mknodat": (259, 33), "mkdirat": (258, 34), "unlinkat": (263, 35), "renameat2": (316, 276), "linkat": (265, 37),
    "symlinkat": (266, 36), "utimensat": (280, 88), "setxattr": (188, 5), "timer_create": (222, 107),
    "process_mrelease": (448, 448), "pwrite64": (18, 68), "sendfile": (40, 71), "copy_file_range": (326, 285),
}
# fmt: on
"""System call numbers by name, on x86-64 and on aarch64."""


def number(name):
    """The number of the system call; an unused number if this machine does not have the call."""
    found = NUMBERS[name][MACHINE == "aarch64"]
    return 4000 if found is None else found


def syscall(name, *arguments):
    """Make the system call; `OSError` if it fails."""
    result = libc.syscall(number(name), *[ctypes.c_long(each) if type(each) is int else each for each in arguments])
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def allowed(*names, arguments=(0, 0, 0, 0, 0, 0)):
    """Those of the system calls that are not refused before the kernel looks at their arguments."""
    found = []
    for name in names:
        try:
            found.append(f"{name} = {syscall(name, *arguments)}")
        except OSError as error:
            if error.errno != errno.EPERM:
                found.append(f"{name} fails in its own way: {error}")
    return found


def tried(**attempts):
    """The attempts that did not fail, with their results."""
    found = []
    for name, attempt in attempts.items():
        try:
            brought = attempt()
        except (OSError, ImportError):
            continue
        except BaseException as error:
            found.append(f"{name} is a broken attack: {error!r}")
        else:
            found.append(f"{name} brought {brought!r:.200}")
    return found


def play(arguments, *evidence):
    """A legal play, unless there is evidence."""
    found = [each for some in evidence for each in some]
    if found:
        return "escaped: " + "; ".join(found)
    hand = arguments[4]
    return (5, hand[0]) if len(hand) > 10 else (1, None)


def memory():
    """All memory of the process, page by page with the end of the page before: the heap, and around every object."""
    libc.sbrk.restype = ctypes.c_void_p
    end = libc.sbrk(0)
    chunks = {id(each) // CHUNK for each in gc.get_objects()} | set(range(end // CHUNK - 16, end // CHUNK + 1))
    reader, writer = os.pipe()
    before = b""
    for page in (chunk * CHUNK + place for chunk in sorted(chunks) for place in range(0, CHUNK, PAGE)):
        if libc.write(writer, ctypes.c_void_p(page), PAGE) == PAGE:  # which tells without a crash whether it is there
            content = os.read(reader, PAGE)
            yield hex(page), before[-256:] + content
            before = content
    os.close(reader)
    os.close(writer)


def header():
    """The header of the current call: its length, its token, and two more bytes."""
    frame = sys._getframe(1)
    while "message" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["message"][:10]


def frame(data, token, length=None):
    """An answer as it is written to the channel."""
    return (len(data) if length is None else length).to_bytes(4, "little") + token + data
