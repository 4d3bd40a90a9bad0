# Sourced by the scripts next to it: makes the environment they run in, once, and finds it again at the next start.
#
# `prepare` sets VENV_PYTHON. It ends the script with status 3 if system packages are missing and cannot be installed
# from here, with 4 if the environment cannot be made.

ROOT=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
VENV=$ROOT/.venv
VENV_PYTHON=$VENV/bin/python
STAMP=$VENV/.ready
# What Arcade needs of the system: OpenGL with or without a screen, a software driver, and fonts.
LIBRARIES='libEGL.so.1 libGL.so.1 libGLU.so.1 libfreetype.so.6 libfontconfig.so.1'
LIBRARY_PACKAGES=(libegl1 libgl1 libglu1-mesa libgl1-mesa-dri libfreetype6 libfontconfig1)

say() {
    printf '%s\n' "$*" >&2
}

die() {
    local status=$1
    shift
    say "$@"
    exit "$status"
}

# Runs a command that has nothing to say unless it fails.
quietly() {
    local output
    if ! output=$("$@" 2>&1 </dev/null); then
        tail -n 30 <<<"$output" >&2
        return 1
    fi
}

# Prints "3.11.7". Fails for what is no Python >= 3.11, or does not start (as a version manager's stand-in may not).
version_of() {
    "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3]); sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    local name
    if [[ -n ${PYTHON:-} ]]; then
        version_of "$PYTHON" >/dev/null || die 4 "PYTHON=$PYTHON is no Python 3.11 or newer that starts."
        printf '%s\n' "$PYTHON"
        return
    fi
    for name in python3.13 python3.12 python3.11 python3; do
        if version_of "$name" >/dev/null; then
            printf '%s\n' "$name"
            return
        fi
    done
    die 4 "Python 3.11 or newer is needed and was not found. If it has an unusual name: PYTHON=/path/to/python $0"
}

# What an environment was made from. Its place counts, because a virtual environment cannot be moved.
fingerprint() {
    printf '%s\n' "$ROOT" "$(cksum <"$ROOT/pyproject.toml")" "$1"
}

is_ready() {
    local version
    [[ -f $STAMP ]] || return 1
    version=$(version_of "$VENV_PYTHON") || return 1
    [[ -z ${PYTHON:-} || $(version_of "$PYTHON") == "$version" ]] || return 1
    [[ $(<"$STAMP") == "$(fingerprint "$version")" ]]
}

install_packages() {
    local install="apt-get install -y --no-install-recommends $*" as_root=''
    if ! command -v apt-get >/dev/null; then
        die 3 "System libraries are missing. On Debian and Ubuntu they are in the packages $*; install what holds" \
            "them here."
    fi
    if ((EUID != 0)); then
        if sudo -n true 2>/dev/null; then
            as_root='sudo -n'
        elif command -v sudo >/dev/null; then
            die 3 "System packages are missing. This installs them:"$'\n\n'"    sudo sh -c 'apt-get update && $install'"
        else
            die 3 "System packages are missing. This installs them:"$'\n\n'"    su -c 'apt-get update && $install'"
        fi
    fi
    say "Installing system packages: $*"
    # An update that fails for one source of many may still have fetched what is needed: the installation decides.
    # shellcheck disable=SC2086  # both hold several words
    quietly $as_root apt-get update || true
    # shellcheck disable=SC2086
    quietly $as_root env DEBIAN_FRONTEND=noninteractive $install -o DPkg::Lock::Timeout=120 ||
        die 3 "The system packages could not be installed; see above."
}

install_what_python_needs() {
    local python=$1 version=$2 missing=()
    "$python" -c 'import ensurepip, venv' 2>/dev/null || missing+=("python${version%.*}-venv")
    if [[ $(uname -s) == Linux ]]; then
        # shellcheck disable=SC2086  # one argument for each
        "$python" -c 'import ctypes, sys; [ctypes.CDLL(name) for name in sys.argv[1:]]' $LIBRARIES 2>/dev/null ||
            missing+=("${LIBRARY_PACKAGES[@]}")
    fi
    if ((${#missing[@]})); then
        install_packages "${missing[@]}"
    fi
}

# Prints what is wrong, in a line, if Arcade cannot draw without a screen.
opens_a_window() {
    local output
    if ! output=$(ARCADE_HEADLESS=True "$VENV_PYTHON" -c 'import arcade; arcade.Window(16, 16).clear()' 2>&1); then
        say "Arcade opens no window here: $(tail -n 1 <<<"$output")"
        return 1
    fi
}

make_environment() {
    local python version
    python=$(find_python)
    version=$(version_of "$python")
    [[ -w $ROOT && (! -e $VENV || -w $VENV) ]] ||
        die 4 "The environment goes into $VENV, which you may not write to: work in a clone of your own."
    install_what_python_needs "$python" "$version"
    rm -f -- "$STAMP"
    if [[ $(version_of "$VENV_PYTHON") != "$version" ]] || ! "$VENV_PYTHON" -m pip --version >/dev/null 2>&1; then
        say "Making an environment in .venv with Python $version"
        quietly "$python" -m venv --clear -- "$VENV" || die 4 "The environment could not be made; see above."
    fi
    say "Installing what pyproject.toml asks for (once; about a minute)"
    quietly "$VENV_PYTHON" -m pip install --no-input --disable-pip-version-check -e "$ROOT[dev]" ||
        die 4 "The installation failed; see above. It needs a network connection."
    # The libraries may all be there and still be without a driver. Only Linux opens windows without a screen.
    if [[ $(uname -s) == Linux ]] && ! opens_a_window; then
        install_packages "${LIBRARY_PACKAGES[@]}"
        opens_a_window || die 3 "The packages are there, but no driver for OpenGL 3.3 works."
    fi
    fingerprint "$version" >"$STAMP"
}

prepare() {
    is_ready && return
    # Two scripts started at the same time: the second one waits, and then finds everything made.
    exec 9<"$ROOT/pyproject.toml"
    if command -v flock >/dev/null; then
        flock 9
    fi
    is_ready || make_environment
    exec 9<&-
}
