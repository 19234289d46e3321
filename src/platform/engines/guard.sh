# Runs an engine and stops it when standard input ends: the pipe's other end is the
# supervisor's, so the kernel closes it however the supervisor dies.
# Arguments: the signal of an orderly stop, the seconds to wait for it, the command.
signal=$1
patience=$2
shift 2

# Job control gives nothing here; without it a background command loses its standard input,
# hence the copy.
exec 3<&0

# A clean environment: JAVA_TOOL_OPTIONS, PGDATA and their like would change the engine.
# UTF-8, or Java could not open a folder with an accent in its name.
env -i PATH="$PATH" LC_ALL=C.UTF-8 "$@" </dev/null 3<&- &
engine=$!

(
  while read -r _ <&3; do :; done
  kill -s "$signal" "$engine" 2>/dev/null
  waited=0
  while [ "$waited" -lt "$patience" ] && kill -0 "$engine" 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
  done
  kill -s KILL "$engine" 2>/dev/null
) &
watcher=$!

# Only the end of standard input stops an engine.
trap '' HUP INT TERM

wait "$engine"
status=$?
kill -s KILL "$watcher" 2>/dev/null
exit "$status"
