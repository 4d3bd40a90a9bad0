"""The ways of having many short-lived sprites, one small file each.

A way is a class with two methods: ``spawn(x, y, lifetime)`` makes a sprite that is drawn and hit from now on and
ends after `lifetime` seconds; ``update(delta_time)`` passes time.
"""
