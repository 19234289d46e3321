# Runs an engine and stops it when standard input ends. The supervisor has the other end of the pipe,
# so the kernel closes it in whatever way the supervisor ends.
# Arguments: the signal of an orderly stop, the seconds to wait for it, the command.
signal=$1
limit=$2
shift 2

# A background command loses its standard input, hence the copy.
exec 3<&0

# A clean environment, because JAVA_TOOL_OPTIONS, PGDATA and similar would change the engine.
# UTF-8, so that Java can open a folder with an accent in its name.
env -i PATH="$PATH" LC_ALL=C.UTF-8 "$@" </dev/null 3<&- &
engine=$!

(
  while read -r _ <&3; do :; done
  kill -s "$signal" "$engine" 2>/dev/null
  waited=0
  while [ "$waited" -lt "$limit" ] && kill -0 "$engine" 2>/dev/null; do
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
