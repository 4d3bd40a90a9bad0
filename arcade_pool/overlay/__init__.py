"""The overlay that shows what the pools of a running game are doing."""
