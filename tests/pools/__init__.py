"""Tests of pools of plain objects, of their leases and of their manager. They import no arcade."""
