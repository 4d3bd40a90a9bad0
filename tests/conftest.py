"""Checks the invariants of every pool after each test. Imports no arcade."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest

from helpers import check_all_managers, forget_managers, freeze_what_is_loaded

pytest_plugins = ["sprites.fixtures"]

_failed = pytest.StashKey[bool]()


def pytest_collection_finish() -> None:
    freeze_what_is_loaded()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes whether the test itself failed: the check would only repeat it then."""
    report = yield
    if report.when == "call":
        item.stash[_failed] = report.failed
    return report


@pytest.fixture(autouse=True)
def _pools_stay_consistent(request: pytest.FixtureRequest) -> Iterator[None]:
    """L1 holds for every pool of a manager from `make_manager`, whatever the test did."""
    forget_managers()
    yield
    if not request.node.stash.get(_failed, False):
        check_all_managers()
    forget_managers()
