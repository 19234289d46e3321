import { wrap } from '#src/cli/break-lines.ts'
import { formatCount } from '#src/domain/money.ts'
import { toDuration } from '#src/platform/engines/durations.ts'

/** The progress of a step of a command; each step is timed separately. */
export type Progress = { step: string; done: number; total: number }
type Mark = Progress & { at: number }

/** The texts a command shows about its steps. */
export type Wording<Step extends Progress> = {
  /** Shown when the command is stopped. */
  interrupted: string
  /** Returns a line, to which the rate and the remaining time are added. */
  line: (progress: Step) => string
  /** The unit of the rate. Default: `/s`. */
  unit?: string
  /** True if a step ends at its total, which never grows; its last line is always printed. */
  isFixed?: boolean
}

// Enough to follow it live without filling a log.
const LINE_MS = 5_000
// A rate over less time is chance.
const STEADY_MS = 3_000

/** Returns the lines of a status, the first one with its label. */
export const labelled = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, at) => `${(at === 0 ? label : '').padEnd(12)}${line}`)

/** The next command whenever something is due: it runs only the steps that are. */
export const NEXT = 'Next: npm run refresh'

/** Returns a whole number with thousands separators. */
export const count = (value: number): string => formatCount(Math.round(value))

/** Shows the progress of a command in occasional lines, each with more done. */
export function showSteps<Step extends Progress>(
  { line, interrupted, unit = '/s', isFixed = false }: Wording<Step>,
  stream: NodeJS.WriteStream = process.stderr,
) {
  const stop = sayWhenInterrupted(stream, interrupted)
  let began: Mark | undefined
  let last: Mark | undefined
  let shownAt = performance.now()
  let shown = ''
  return {
    update(progress: Step): void {
      const now = { ...progress, at: performance.now() }
      // Work done before a resumed run does not count.
      if (now.step !== began?.step) [began, last] = [now, undefined]
      if (now.at - shownAt < LINE_MS && !(isFixed && now.done >= now.total)) return
      const text = line(progress)
      if (now.done === last?.done || text === shown) return
      stream.write(`${text}${paceOf(began, last, now, unit)}\n`)
      shown = text
      shownAt = now.at
      last = now
    },
    stop,
  }
}

const perSecond = (from: Mark, to: Mark) => ((to.done - from.done) * 1_000) / (to.at - from.at)

/** Returns the rate, and the remaining time once two lines agree on the speed. */
function paceOf(began: Mark, last: Mark | undefined, now: Mark, unit: string): string {
  if (now.at - began.at < STEADY_MS) return ''
  const rate = Math.round(perSecond(began, now))
  const [before, recent] = last ? [perSecond(began, last), perSecond(last, now)] : [0, 0]
  const isSteady = recent > before / 2 && recent < before * 2 && now.done < now.total
  const left = isSteady ? `, ${toDuration((now.total - now.done) / recent)} left` : ''
  return `${rate > 0 ? `, ${count(rate)}${unit}` : ''}${left}`
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
    stream.write(`\n${wrap(sentence)}\n`)
    // Without a listener, the signal has its usual effect and the shell gets the usual exit code.
    process.kill(process.pid, name)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return forget
}
