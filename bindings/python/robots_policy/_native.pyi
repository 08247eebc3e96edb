"""The native module: what `robots_policy` exports, and what the package alone uses."""

from collections.abc import Sequence
from typing import Any

from robots_policy import (
    Client as Client,
)
from robots_policy import (
    MetaExtractor as MetaExtractor,
)
from robots_policy import (
    Policy as Policy,
)
from robots_policy import (
    Robots as Robots,
)
from robots_policy import (
    RobotsAnswer as RobotsAnswer,
)
from robots_policy import (
    RobotsFetch as RobotsFetch,
)
from robots_policy import (
    RobotsTxt as RobotsTxt,
)
from robots_policy import (
    Signals as Signals,
)
from robots_policy import (
    Uses as Uses,
)
from robots_policy import (
    Verdict as Verdict,
)
from robots_policy import (
    authority as authority,
)
from robots_policy import (
    engines as engines,
)
from robots_policy import (
    judge as judge,
)
from robots_policy import (
    robots_txt_url as robots_txt_url,
)
from robots_policy import (
    signals_from_headers as signals_from_headers,
)
from robots_policy import (
    signals_from_metas as signals_from_metas,
)
from robots_policy.typing import Octets

__version__: str

def page_authority(url: str | Octets) -> str | None: ...
def listed(text: bytes) -> list[str]: ...
def run_report(archives: int, reports: Sequence[str], unreadable: Sequence[str]) -> dict[str, Any]: ...
def run_program(arguments: Sequence[str]) -> int: ...
