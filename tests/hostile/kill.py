"""Sends signals to the referee, the zygote, another process, its process group, all processes, and itself."""

import os
import signal

from attempts import TARGETS, allowed, play, syscall, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    victim, zygote, referee = TARGETS["victim"], os.getppid(), TARGETS["referee"]
    found = tried(
        victim=lambda: os.kill(victim, signal.SIGKILL),
        zygote=lambda: os.kill(zygote, signal.SIGKILL),
        referee=lambda: os.kill(referee, signal.SIGCONT),
        everybody=lambda: os.kill(-1, signal.SIGCONT),
        own_group=lambda: os.kill(0, signal.SIGCONT),
        group_of_the_zygote=lambda: os.killpg(zygote, signal.SIGCONT),
        itself=lambda: os.kill(os.getpid(), signal.SIGCONT),
        exists=lambda: os.kill(victim, 0),
        thread=lambda: syscall("tkill", victim, signal.SIGKILL),
        thread_of_a_process=lambda: syscall("tgkill", victim, victim, signal.SIGKILL),
        no_group=lambda: syscall("tgkill", -1, victim, signal.SIGKILL),
        queued=lambda: syscall("rt_sigqueueinfo", victim, signal.SIGKILL, bytes(128)),
        queued_thread=lambda: syscall("rt_tgsigqueueinfo", victim, victim, signal.SIGKILL, bytes(128)),
    )
    return play(arguments, found, allowed("kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"))
