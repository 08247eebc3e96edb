"""Headers as HTTP clients give them: each row of `python/docs/headers.md` with the client's own object."""

import pytest

from robots_policy import judge


def test_a_pair_may_have_the_lines_of_its_name_in_a_list() -> None:
    verdict = judge("ExampleBot", headers=iter([("X-Robots-Tag", ["noindex", "nofollow"])]))
    assert (verdict.index, verdict.follow) == (False, False)


class OnlyByIndex:
    """An object that Python iterates over by calling `__getitem__` with 0, 1 and so on."""

    def __getitem__(self, name: str) -> str:
        return name.lower()


@pytest.mark.parametrize("headers", [OnlyByIndex(), 5, "x: y", b"x: y", ["x"], [5], {"x": 5}, [("x", 5)], [("x", [5])]])
def test_other_objects_are_mistakes_that_name_the_forms(headers: object) -> None:
    with pytest.raises(TypeError, match=r"expected \(name, value\) pairs, .*; pass response\.headers, or see"):
        judge("ExampleBot", headers=headers)  # type: ignore[arg-type]
