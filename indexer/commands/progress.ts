import { Presets, SingleBar } from 'cli-progress'
import { formatCount } from '#src/domain/money.ts'
import { timeLeft } from '#src/platform/engines/durations.ts'

/** The progress of a step of a command; each step is timed separately. */
export type Progress = { step: string; done: number; total: number }
type Pace = { rate: string; left: string }

/** The texts a command shows about its steps. */
export type Wording<Step extends Progress> = {
  /** Shown when the command is stopped. */
  interrupted: string
  /** Shown before the bar of a step. */
  verb: (progress: Step) => string
  /** Replaces the bar on a terminal; `{verb}`, `{rate}`, `{left}`, `{of}` are filled in. */
  format?: string
  /** A line of the log. */
  line: (progress: Step, pace: Pace) => string
  /** Replaces the bar and the log line of a step whose progress is unknown. */
  instead?: (progress: Step) => string | undefined
  /** Returns what `rate` counts. Default: `done`. */
  counted?: (progress: Step) => number
  barsize?: number
  /** The time between two lines of the log. */
  lineMs?: number
  /** True if a step ends at its total, which never grows; its last line is always printed. */
  isFixed?: boolean
}

// Without a terminal, prints an occasional line: enough to follow it live without filling a log.
const LINE_MS = 5_000

/** Returns the lines of a status, the first one with its label. */
export const labelled = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, at) => `${(at === 0 ? label : '').padEnd(12)}${line}`)

/** Returns a whole number with thousands separators. */
export const count = (value: number): string => formatCount(Math.round(value))

type Show<Step> = (progress: Step, pace: Pace) => void

/** Shows the progress of a command: a bar per step on a terminal, plain lines elsewhere. */
export function showSteps<Step extends Progress>(
  wording: Wording<Step>,
  stream: NodeJS.WriteStream = process.stderr,
) {
  const { show, stop } = stream.isTTY ? barsOn(stream, wording) : linesOn(stream, wording)
  const forget = sayWhenInterrupted(stream, wording.interrupted)
  let began: { step: string; at: number; done: number; counted: number } | undefined
  return {
    update(progress: Step): void {
      const { step, done, total } = progress
      const counted = wording.counted?.(progress) ?? done
      // Work done before a resumed run does not count.
      if (step !== began?.step) began = { step, at: performance.now(), done, counted }
      const seconds = (performance.now() - began.at) / 1_000
      const left = timeLeft({ done: done - began.done, open: total - done, seconds })
      show(progress, { rate: count((counted - began.counted) / Math.max(seconds, 0.001)), left })
    },
    stop(): void {
      forget()
      stop()
    },
  }
}

type Shown<Step> = { show: Show<Step>; stop: () => void }

const BAR = '{verb} [{bar}] {percentage}% of {of} | {rate}/s | {left} left'

function barsOn<Step extends Progress>(
  stream: NodeJS.WriteStream,
  { verb, instead, format = BAR, barsize = 24, isFixed = false }: Wording<Step>,
): Shown<Step> {
  const options = { format, stream, hideCursor: true, barsize, fps: 5 }
  let bar: SingleBar | undefined
  let shown: string | undefined
  const stop = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    show(progress, pace) {
      const { step, done, total } = progress
      const payload = { ...progress, verb: verb(progress), of: count(total), ...pace }
      if (step !== shown) {
        stop()
        shown = step
        const said = instead?.(progress)
        if (said !== undefined) stream.write(said)
        else bar = new SingleBar(options, Presets.shades_classic)
        bar?.start(total, done, payload)
      }
      // The total may grow while other processes add work.
      bar?.setTotal(total)
      bar?.update(done, payload)
      if (isFixed && done >= total) bar?.stop()
    },
    stop,
  }
}

function linesOn<Step extends Progress>(
  stream: NodeJS.WriteStream,
  { line, instead, lineMs = LINE_MS, isFixed = false }: Wording<Step>,
): Shown<Step> {
  let shownAt = performance.now()
  return {
    show(progress, pace) {
      const isLast = isFixed && progress.done >= progress.total
      if (performance.now() - shownAt < lineMs && !isLast) return
      shownAt = performance.now()
      stream.write(instead?.(progress) ?? line(progress, pace))
    },
    stop: () => undefined,
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const SHOW_CURSOR = '\u001b[?25h'

/**
 * Makes a stop signal restore the cursor, which a bar hides, and print one sentence before it ends
 * the process as usual, until the returned function is called.
 */
export function sayWhenInterrupted(stream: NodeJS.WriteStream, sentence: string): () => void {
  const forget = () => {
    for (const name of SIGNALS) process.removeListener(name, onSignal)
  }
  const onSignal = (name: NodeJS.Signals) => {
    forget()
    stream.write(`${stream.isTTY ? SHOW_CURSOR : ''}\n${sentence}\n`)
    // Without a listener, the signal has its usual effect and the shell gets the usual exit code.
    process.kill(process.pid, name)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return forget
}
