"""Starting the server of a class, with its folder, tables, workers and pages."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from starlette.middleware import Middleware

from phazed.course.deletion import complete_deletions
from phazed.course.engine import Engine
from phazed.course.final import FinalRunner
from phazed.course.folder import ClassFolder
from phazed.storage.tables import Store
from phazed.web import routes
from phazed.web.classroom.access import Access
from phazed.web.classroom.classroom import Classroom
from phazed.web.classroom.request_log import LogRequests, RequestLog
from phazed.web.server.serve import addresses, serve

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from pathlib import Path

    from phazed.web.classroom.access import SingleSignOn


LOG = "access.log"


class ClassServer(NamedTuple):
    """The options of a class server."""

    path: Path
    executor: Callable[[], AbstractContextManager[Executor]]
    """Function that creates the executor of matches: processes on this machine, or a cluster."""
    jobs: int
    """Number of jobs run at a time."""
    names: tuple[str, ...] = ()
    """Host names of a TLS proxy."""
    single_sign_on: SingleSignOn | None = None
    trusted: bool = False


def serve_class(
    server: ClassServer, bound: socket.socket, host: str, started: Callable[[str, list[str], str], None]
) -> None:
    """Serve a class until Ctrl-C; `started` is called with the server's addresses and the teacher's link."""
    with (
        closing(ClassFolder(server.path)) as folder,
        folder.lock(),
        closing(Store(folder.tables_file, shared=True)) as store,
        closing(RequestLog(folder.path / LOG)) as log,
    ):
        store.kept = folder.rounds.games
        complete_deletions(folder)
        own, shared = addresses(host, bound, server.names)
        teacher = folder.people.teacher()
        with _working(server, folder) as (engine, final):
            access = Access(folder, server.single_sign_on, tls=bool(server.names))
            classroom = Classroom(folder, engine, final, access, (*shared, own), log)
            link = classroom.link_of(teacher) if server.names else f"{own}/sign-in#{folder.key_of(teacher)}"
            serve(
                store,
                bound,
                host,
                names=server.names,
                extra_routes=routes.endpoints(routes.classroom(), classroom.enter),
                middleware=[Middleware(LogRequests, log=log)],
                proxy_headers=server.single_sign_on is None,  # otherwise, a trusted address could be forged
                started=lambda own, shared: started(own, shared, link),
            )


@contextmanager
def _working(server: ClassServer, folder: ClassFolder) -> Iterator[tuple[Engine, FinalRunner]]:
    """Run the engine and resume the final until the block ends."""
    with server.executor() as executor:
        engine = Engine(folder.path, executor, server.jobs, trusted=server.trusted)
        final = FinalRunner(folder.path, executor, server.jobs, engine, trusted=server.trusted)
        engine.start()
        final.resume()
        try:
            yield engine, final
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            final.wait()
