"""Keys under which a pooled sprite keeps what the library knows of it, in its instance dictionary."""

from __future__ import annotations

from typing import Final

__all__ = ["ITEM", "LAST_LEASE", "ROW"]

#: Its item.
ITEM: Final = "_pool_item"
#: Of a destroyed sprite, its last lease.
LAST_LEASE: Final = "_pool_last_lease"
#: Of a sprite in batched motion, its row.
ROW: Final = "_motion_row"
