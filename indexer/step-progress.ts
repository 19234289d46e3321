import { Presets, SingleBar } from 'cli-progress'
import { timeLeft } from '#src/engines/durations.ts'
import { sayWhenInterrupted } from './interruption.ts'

/** How far a step of a command is; steps are timed apart. */
export type Progress = { step: string; done: number; total: number }
export type Pace = { rate: string; left: string }

/** What a command says of its steps. */
export type Wording<Told extends Progress> = {
  /** Said when the command is stopped. */
  interrupted: string
  /** Stands before the bar of a step. */
  verb: (progress: Told) => string
  /** The line of a terminal, in place of the bar; `{verb}`, `{rate}`, `{left}`, `{of}` are filled in. */
  format?: string
  /** A line of a log. */
  line: (progress: Told, pace: Pace) => string
  /** Said in place of both of a step that cannot tell how far it is. */
  instead?: (progress: Told) => string | undefined
}

// Without a terminal a line now and then: often enough to see it live, not to fill a log.
const LINE_MS = 5_000

export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

type Show<Told> = (progress: Told, pace: Pace) => void

/** Shows how a command goes on: a bar a step on a terminal, plain lines elsewhere. */
export function showSteps<Told extends Progress>(
  wording: Wording<Told>,
  stream: NodeJS.WriteStream = process.stderr,
) {
  const { show, stop } = stream.isTTY ? barsOn(stream, wording) : linesOn(stream, wording)
  const forget = sayWhenInterrupted(stream, wording.interrupted)
  let step: string | undefined
  let started = 0
  return {
    update(progress: Told): void {
      if (progress.step !== step) started = performance.now()
      step = progress.step
      const seconds = (performance.now() - started) / 1_000
      const { done, total } = progress
      const left = timeLeft({ done, open: total - done, seconds })
      show(progress, { rate: count(done / Math.max(seconds, 0.001)), left })
    },
    stop(): void {
      forget()
      stop()
    },
  }
}

type Shown<Told> = { show: Show<Told>; stop: () => void }

const BAR = '{verb} [{bar}] {percentage}% of {of} | {rate}/s | {left} left'

function barsOn<Told extends Progress>(
  stream: NodeJS.WriteStream,
  { verb, instead, format = BAR }: Wording<Told>,
): Shown<Told> {
  const options = { format, stream, hideCursor: true, barsize: 24, fps: 5 }
  let bar: SingleBar | undefined
  let shown: string | undefined
  const stop = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    show(progress, pace) {
      const { step, done, total } = progress
      const payload = { verb: verb(progress), of: count(total), ...pace }
      if (step !== shown) {
        stop()
        shown = step
        const said = instead?.(progress)
        if (said !== undefined) stream.write(said)
        else bar = new SingleBar(options, Presets.shades_classic)
        bar?.start(total, done, payload)
      }
      // A total may grow while others add to what waits.
      bar?.setTotal(total)
      bar?.update(done, payload)
    },
    stop,
  }
}

function linesOn<Told extends Progress>(
  stream: NodeJS.WriteStream,
  { line, instead }: Wording<Told>,
): Shown<Told> {
  let shownAt = performance.now()
  return {
    show(progress, pace) {
      if (performance.now() - shownAt < LINE_MS) return
      shownAt = performance.now()
      stream.write(instead?.(progress) ?? line(progress, pace))
    },
    stop: () => undefined,
  }
}
