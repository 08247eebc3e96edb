"""A site of a local server, which records the paths that were requested."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from conftest import Quiet, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass
class Answer:
    """An answer of the server; `length` is that of its `Content-Length`, if it is another one."""

    body: bytes = b""
    fields: list[tuple[str, str]] = field(default_factory=list)
    status: int = 200
    content_type: str = "text/html"
    length: int | None = None


Answers: TypeAlias = "dict[str, Answer | Callable[[Quiet], None]]"


@dataclass
class Site:
    """A server and the paths that were requested."""

    url: str
    answers: Answers
    visited: list[str] = field(default_factory=list)


@contextmanager
def served(answers: Answers) -> Iterator[Site]:
    """Serve these answers; other paths are 404."""

    class Handler(Quiet):
        def do_GET(self) -> None:
            site.visited.append(self.path)
            answer = site.answers.get(self.path, Answer(status=404))
            try:
                if isinstance(answer, Answer):
                    fields = [("Content-Type", answer.content_type), *answer.fields]
                    self.answer(answer.status, fields, answer.body, length=answer.length)
                else:
                    answer(self)
            except OSError:
                self.close_connection = True  # the client has read enough, or waited enough

        do_HEAD = do_GET  # noqa: N815 - http.server's name

    with serving(Handler) as url:
        site = Site(url, answers)
        yield site
