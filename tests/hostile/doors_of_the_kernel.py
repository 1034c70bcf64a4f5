"""Uses parts of the kernel that had vulnerabilities in the past."""

from attempts import allowed, play

EXPECTED = "contained"
DOORS = (
    *("memfd_create", "memfd_secret", "io_uring_setup", "io_setup", "bpf", "perf_event_open", "add_key", "request_key"),
    *("keyctl", "userfaultfd", "fanotify_init", "inotify_init1", "kexec_load", "init_module", "finit_module", "swapon"),
    *("reboot", "sethostname", "settimeofday", "clock_settime", "clock_adjtime", "syslog", "acct", "quotactl"),
    *("vmsplice", "splice", "mbind", "mlock", "personality", "landlock_create_ruleset", "timer_create"),
)


def phazed_play(*arguments):
    return play(arguments, allowed(*DOORS))
