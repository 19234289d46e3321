import { Presets, SingleBar } from 'cli-progress'
import { formatCount } from '#src/domain/money.ts'
import { timeLeft } from '#src/platform/engines/durations.ts'
import type { Tally } from '../load/tally.ts'
import { sayWhenInterrupted } from './progress.ts'

type LoadProgress = { update(tally: Tally): void; stop(): void }

// Without a terminal, prints a line every few seconds: enough to follow it live without filling a
// log.
const LINE_MS = 5_000

const INTERRUPTED = 'Stopped. Run the same command to continue.'

/** Shows the progress of a load: a bar on a terminal, plain lines elsewhere. */
export function showLoadProgress(stream: NodeJS.WriteStream = process.stderr): LoadProgress {
  const shown = stream.isTTY ? barOn(stream) : linesOn(stream)
  const forget = sayWhenInterrupted(stream, INTERRUPTED)
  return {
    update: shown.update,
    stop() {
      forget()
      shown.stop()
    },
  }
}

const MEGABYTE = 1_000_000

/** Measures the pace since the first tally; work done before a resumed load does not count. */
function newPace() {
  let began: { at: number; bytes: number; done: number } | undefined
  return (tally: Tally) => {
    began ??= { at: performance.now(), bytes: tally.doneBytes, done: tally.done }
    const seconds = (performance.now() - began.at) / 1_000
    const bytes = tally.doneBytes - began.bytes
    const rows = tally.done - began.done
    if (seconds === 0 || bytes === 0) return { rate: '…', left: '…' }
    return {
      rate: formatCount(Math.round(rows / seconds)),
      left: timeLeft({ done: bytes, open: tally.bytes - tally.doneBytes, seconds }),
    }
  }
}

function barOn(stream: NodeJS.WriteStream): LoadProgress {
  const pace = newPace()
  const format = 'Loading [{bar}] {percentage}% | {rate} rows/s | {left} left | {rejected} rejected'
  const bar = new SingleBar(
    { format, stream, hideCursor: true, barsize: 24, fps: 5 },
    Presets.shades_classic,
  )
  bar.start(1, 0, { rate: '…', left: '…', rejected: 0 })
  return {
    update(tally) {
      bar.setTotal(Math.max(tally.bytes, 1))
      bar.update(tally.doneBytes, { ...pace(tally), rejected: tally.rejected })
    },
    stop: () => bar.stop(),
  }
}

function linesOn(stream: NodeJS.WriteStream): LoadProgress {
  const pace = newPace()
  let shownAt = performance.now()
  return {
    update(tally) {
      const { rate, left } = pace(tally)
      if (performance.now() - shownAt < LINE_MS) return
      shownAt = performance.now()
      const megabytes = (bytes: number) => formatCount(Math.round(bytes / MEGABYTE))
      stream.write(
        `Loaded ${megabytes(tally.doneBytes)} of ${megabytes(tally.bytes)} MB, ` +
          `${rate} rows/s, ${left} left, ${tally.rejected} rejected\n`,
      )
    },
    stop: () => undefined,
  }
}
