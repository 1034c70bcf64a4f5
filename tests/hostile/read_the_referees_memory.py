"""Reads the memory of other processes: the referee, the zygote, and an unrelated one."""

import ctypes
import os

from attempts import TARGETS, allowed, play, syscall, tried

EXPECTED = "contained"
FILES = (
    "mem",
    "maps",
    "environ",
    "cmdline",
    "stat",
    "status",
    "auxv",
    "fd",
    "cwd/",
    "root/",
    "task",
    "syscall",
    "stack",
)


def opened(pid, name):
    return os.open(f"/proc/{pid}/{name}", os.O_RDONLY)


def links(pid):
    return [os.readlink(f"/proc/{pid}/{name}") for name in ("exe", "cwd", "root", "fd/0", "fd/3", "ns/net")]


def memory_of(pid):
    room = ctypes.create_string_buffer(64)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(room), 64)
    remote = (ctypes.c_void_p * 2)(ctypes.addressof(room), 64)
    return syscall("process_vm_readv", pid, local, 1, remote, 1, 0)


def phazed_play(*arguments):
    found = []
    for pid in (TARGETS["referee"], os.getppid(), TARGETS["victim"]):
        attempts = {name: (lambda pid=pid, name=name: opened(pid, name)) for name in FILES}
        found += tried(
            **attempts,
            links=lambda pid=pid: links(pid),
            memory=lambda pid=pid: memory_of(pid),
            seize=lambda pid=pid: syscall("ptrace", 0x4206, pid, 0, 0),
            handle=lambda pid=pid: syscall("pidfd_open", pid, 0),
        )
    calls = ("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd", "kcmp", "process_madvise")
    return play(arguments, found, allowed(*calls, "move_pages", "migrate_pages", "process_mrelease"))
