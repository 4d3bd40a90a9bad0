"""``python -m demo_game``: reads the command line, and decides about the screen before Arcade is imported."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from functools import partial
from pathlib import Path

DEFAULT_FRAMES = 1800
DEFAULT_SEED = 7

_EPILOG = """\
A run of given length (--headless, --frames, --report or --screenshot) is driven frame by frame, each 1/60 second long:
the same seed gives the same game. In the report, score is that of the best round, wave the highest of any round, and
kills the sum of all rounds; a round that is lost is followed by the next.
With PYGLET_AUDIO=silent in the environment, no sound device is opened."""

#: A sound device is opened as Arcade is imported, and without a sound card ALSA complains at length. Arcade 3.3 knows
#: the second of these variables, but lets pyglet choose before it looks at it.
_SOUND = ("PYGLET_AUDIO", "ARCADE_SOUND_BACKENDS")

_NO_SCREEN = """\
demo_game: no window could be opened: {error}
The game needs OpenGL 3.3. On Debian and Ubuntu, with or without a display, software rendering is enough:
    apt-get install libegl1 libgl1 libglu1-mesa libgl1-mesa-dri
Arcade's texts also need libfreetype6 and libfontconfig1. Without a display, use --headless."""


def _whole_number(text: str, least: int) -> int:
    if not text.isdecimal() or len(text) > 18 or int(text) < least:
        raise argparse.ArgumentTypeError(f"must be a whole number, at least {least}, not {text!r}")
    return int(text)


def _output(text: str) -> Path:
    """A file to be written at the end. Tried now: a run of minutes must not end with a path that never was one."""
    path = Path(text).absolute()
    try:
        is_new = not path.exists()
        path.open("ab").close()
        if is_new:
            path.resolve().unlink()  # of a link that leads nowhere yet, what is behind it
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: {error.strerror}") from None
    return path


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("demo_game", description="Lease of Life: an arena shooter.", epilog=_EPILOG)
    add = parser.add_argument
    frames, seed = partial(_whole_number, least=1), partial(_whole_number, least=0)
    add("--headless", action="store_true", help="play without a screen; implies --autoplay")
    add("--autoplay", action="store_true", help="let a bot play, without a title")
    add("--frames", type=frames, metavar="N", help=f"end after N frames (headless: {DEFAULT_FRAMES})")
    add("--seed", type=seed, metavar="S", help=f"of all chances (headless: {DEFAULT_SEED}, else any)")
    add("--no-pool", action="store_true", help="begin without pools, as F2 switches them off")
    add("--screenshot", type=_output, metavar="FILE", help="write the last frame as PNG")
    add("--report", type=_output, metavar="FILE", help="write figures of the run as JSON")
    options = parser.parse_args(arguments)
    if options.report and options.screenshot and options.report.resolve() == options.screenshot.resolve():
        parser.error("--report and --screenshot name the same file")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Plays the game.

    Returns:
        The exit code: 0; 1 when no window could be opened or a file not be written; 130 after Ctrl-C.

    Raises:
        SystemExit: With code 2, for a wrong command line; nothing has begun then.
    """
    options = _parse(arguments)
    options.headless |= bool(os.environ.get("ARCADE_HEADLESS"))  # Arcade's own switch means the same
    # Only Linux and its relatives can be without a display; on Windows and macOS there is always one.
    has_display = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if not options.headless and not has_display:
        print("demo_game: there is no display, so the game is played headless, by the autopilot")
        options.headless = True
    if options.headless:
        os.environ["ARCADE_HEADLESS"] = "True"
        for variable in _SOUND:
            os.environ.setdefault(variable, "silent")
        options.autoplay = True
    if options.headless or options.report or options.screenshot:
        options.frames = options.frames or DEFAULT_FRAMES
    if options.seed is None:
        options.seed = DEFAULT_SEED if options.headless else random.randrange(1_000_000)
    try:
        return _play(options)
    except KeyboardInterrupt:
        return 130


def _play(options: argparse.Namespace) -> int:
    try:
        import arcade

        from demo_game.app import open_game
        from demo_game.cabinet import NoScreenError
        from demo_game.run import drive, report
    except ModuleNotFoundError:
        raise  # Arcade is not installed, and Python says so best
    except ImportError as error:
        # A shared library is missing that Arcade loads as it is imported.
        print(_NO_SCREEN.format(error=error), file=sys.stderr)
        return 1
    try:
        window = open_game(options.seed, autoplay=options.autoplay, pooling=not options.no_pool)
    except NoScreenError as error:
        print(_NO_SCREEN.format(error=error), file=sys.stderr)
        return 1
    if options.frames is None:
        arcade.run()
        return 0
    run = drive(window, options.frames, picture=options.screenshot is not None)
    result = report(run, window, options.seed)
    try:
        if options.report:
            options.report.write_text(json.dumps(result, indent=2, allow_nan=False) + "\n", encoding="utf-8")
        if run.picture is not None:
            run.picture.save(options.screenshot, format="PNG")
        elif options.screenshot:
            print("demo_game: the window was closed before the last frame: no screenshot", file=sys.stderr)
    except OSError as error:
        print(f"demo_game: a file could not be written: {error}", file=sys.stderr)
        return 1
    print(
        "{frames} frames, seed {seed}: score {score}, wave {wave}, {kills} kills; "
        "update p50 {update_ms[p50]} ms, max {update_ms[max]} ms".format_map(result)
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
