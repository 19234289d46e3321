import { Presets, SingleBar } from 'cli-progress'
import { timeLeft } from '#src/engines/durations.ts'
import { sayWhenInterrupted } from '../interruption.ts'
import type { RateProgress } from './run.ts'

// Without a terminal a line now and then: often enough to see it live, not to fill a log.
const LINE_MS = 5_000

const INTERRUPTED =
  'Stopped; the ratings stand as they were, and the same command goes on from here.'

const count = (value: number): string => Math.round(value).toLocaleString('en-US')

type Step = RateProgress['step']
type Show = (progress: RateProgress, pace: { rate: string; left: string }) => void

const VERBS: Record<Step, string> = { read: 'Reading', rank: 'Ranking', score: 'Scoring' }

/** Shows how rating goes on: a bar a step on a terminal, plain lines elsewhere. */
export function showRateProgress(stream: NodeJS.WriteStream = process.stderr) {
  const { show, stop } = stream.isTTY ? barOn(stream) : linesOn(stream)
  const forget = sayWhenInterrupted(stream, INTERRUPTED)
  let step: Step | undefined
  let started = 0
  return {
    update(progress: RateProgress): void {
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

// Ranking is one question to the store, which does not say how far it is.
const ranking = (total: number): string =>
  `Ranking ${count(total)} organizations among their peers.\n`

function barOn(stream: NodeJS.WriteStream): { show: Show; stop: () => void } {
  const format = '{verb} [{bar}] {percentage}% of {of} | {rate}/s | {left} left'
  let bar: SingleBar | undefined
  let shown: Step | undefined
  const stop = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    show({ step, done, total }, pace) {
      const payload = { verb: VERBS[step], of: count(total), ...pace }
      if (step !== shown) {
        stop()
        if (step === 'rank') stream.write(ranking(total))
        else
          bar = new SingleBar(
            { format, stream, hideCursor: true, barsize: 24, fps: 5 },
            Presets.shades_classic,
          )
        bar?.start(total, done, payload)
      }
      shown = step
      bar?.update(done, payload)
    },
    stop,
  }
}

function linesOn(stream: NodeJS.WriteStream): { show: Show; stop: () => void } {
  let shownAt = performance.now()
  return {
    show({ step, done, total }, { rate, left }) {
      if (performance.now() - shownAt < LINE_MS) return
      shownAt = performance.now()
      const pace = `${VERBS[step]}: ${count(done)} of ${count(total)} organizations, ${rate}/s, ${left} left\n`
      stream.write(step === 'rank' ? ranking(total) : pace)
    },
    stop: () => undefined,
  }
}
