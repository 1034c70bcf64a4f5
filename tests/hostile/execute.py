"""Starts other programs, with every system call that does so."""

import multiprocessing
import os
import subprocess
import sys

from attempts import allowed, play, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    program = [sys.executable, "-c", "pass"]
    found = tried(
        execute=lambda: os.execv(program[0], program),
        shell=lambda: os.execl("/bin/sh", "sh", "-c", "true"),
        descriptor=lambda: os.execve(os.open("/proc/self/exe", os.O_PATH), program, {}),
        spawn=lambda: os.posix_spawn(program[0], program, {}),
        subprocess=lambda: subprocess.run(program),
        shell_again=lambda: subprocess.run("true", shell=True),
        pipe=lambda: os.popen("true"),
        server=lambda: multiprocessing.get_context("forkserver").Process(target=print).start(),
        spawned=lambda: multiprocessing.get_context("spawn").Process(target=print).start(),
    )
    if os.system("exit 0") == 0:
        found.append("system() runs programs")
    return play(arguments, found, allowed("execve", "execveat"))
