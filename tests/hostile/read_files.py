"""Reads the organiser's and the system's files."""

import os

from attempts import TARGETS, play, tried

EXPECTED = "contained"


def read(path):
    with open(path, "rb") as file:
        return file.read(100)


def phazed_play(*arguments):
    home = TARGETS["home"]
    paths = [
        TARGETS["secret"],
        "/etc/passwd",
        "/etc/shadow",
        "/etc/hostname",
        "/etc/ssl/openssl.cnf",
        "/proc/cpuinfo",
        "/proc/1/cmdline",
        "/sys/kernel/notes",
        f"{home}/.bashrc",
        f"{home}/.profile",
        f"{home}/.ssh/id_rsa",
    ]
    folders = ["/", "/etc", "/tmp", "/home", "/root", "/proc", "/sys", "/dev", "/dev/shm", "/run", "/var/log", home]
    files = {path: (lambda path=path: read(path)) for path in paths}
    listed = {path: (lambda path=path: os.listdir(path)) for path in folders}
    return play(arguments, tried(**files), tried(**listed))
