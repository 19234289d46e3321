import { formatCount } from '#src/domain/money.ts'
import { timeLeft } from '#src/platform/engines/durations.ts'

/** The progress of a step of a command; each step is timed separately. */
export type Progress = { step: string; done: number; total: number }
type Pace = { rate: string; left: string }

/** The texts a command shows about its steps. */
export type Wording<Step extends Progress> = {
  /** Shown when the command is stopped. */
  interrupted: string
  line: (progress: Step, pace: Pace) => string
  /** Replaces the line of a step whose progress is unknown. */
  instead?: (progress: Step) => string | undefined
  /** Returns what `rate` counts. Default: `done`. */
  counted?: (progress: Step) => number
  /** The time between two lines. */
  lineMs?: number
  /** True if a step ends at its total, which never grows; its last line is always printed. */
  isFixed?: boolean
}

// Enough to follow it live without filling a log.
const LINE_MS = 5_000

/** Returns the lines of a status, the first one with its label. */
export const labelled = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, at) => `${(at === 0 ? label : '').padEnd(12)}${line}`)

/** The next command whenever something is due: it runs only the steps that are. */
export const NEXT = 'Next: npm run refresh'

/** Returns a whole number with thousands separators. */
export const count = (value: number): string => formatCount(Math.round(value))

/** Shows the progress of a command in occasional lines. */
export function showSteps<Step extends Progress>(
  { line, instead, interrupted, counted, lineMs = LINE_MS, isFixed = false }: Wording<Step>,
  stream: NodeJS.WriteStream = process.stderr,
) {
  const stop = sayWhenInterrupted(stream, interrupted)
  let began: { step: string; at: number; done: number; counted: number } | undefined
  let shownAt = performance.now()
  return {
    update(progress: Step): void {
      const { step, done, total } = progress
      const now = performance.now()
      const number = counted?.(progress) ?? done
      // Work done before a resumed run does not count.
      if (step !== began?.step) began = { step, at: now, done, counted: number }
      const isLast = isFixed && done >= total
      if (now - shownAt < lineMs && !isLast) return
      shownAt = now
      const seconds = (now - began.at) / 1_000
      const left = timeLeft({ done: done - began.done, open: total - done, seconds })
      const rate = count((number - began.counted) / Math.max(seconds, 0.001))
      stream.write(instead?.(progress) ?? line(progress, { rate, left }))
    },
    stop,
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Makes a stop signal print one sentence before it ends the process as usual, until the returned
 * function is called.
 */
export function sayWhenInterrupted(stream: NodeJS.WriteStream, sentence: string): () => void {
  const forget = () => {
    for (const name of SIGNALS) process.removeListener(name, onSignal)
  }
  const onSignal = (name: NodeJS.Signals) => {
    forget()
    stream.write(`\n${sentence}\n`)
    // Without a listener, the signal has its usual effect and the shell gets the usual exit code.
    process.kill(process.pid, name)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return forget
}
