"""Pools of any objects, their leases and their manager. Knows timing, and no Arcade."""
