import { Presets, SingleBar } from 'cli-progress'
import { timeLeft } from '#src/engines/durations.ts'
import { sayWhenInterrupted } from '../interruption.ts'
import type { DeriveProgress } from './run.ts'

// Without a terminal a line now and then: often enough to see it live, not to fill a log.
const LINE_MS = 5_000

const INTERRUPTED = 'Stopped; the same command goes on from here.'

const count = (value: number): string => Math.round(value).toLocaleString('en-US')

type Show = (progress: DeriveProgress, pace: { rate: string; left: string }) => void

/** Shows how deriving goes on: a bar on a terminal, plain lines elsewhere. */
export function showDeriveProgress(stream: NodeJS.WriteStream = process.stderr) {
  const started = performance.now()
  const { show, stop } = stream.isTTY ? barOn(stream) : linesOn(stream)
  const forget = sayWhenInterrupted(stream, INTERRUPTED)
  return {
    update(progress: DeriveProgress): void {
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

function barOn(stream: NodeJS.WriteStream): { show: Show; stop: () => void } {
  const format = 'Deriving [{bar}] {percentage}% of {of} | {rate}/s | {left} left'
  const bar = new SingleBar(
    { format, stream, hideCursor: true, barsize: 24, fps: 5 },
    Presets.shades_classic,
  )
  let isShown = false
  return {
    show({ done, total }, pace) {
      if (!isShown) bar.start(total, 0, { of: count(total), ...pace })
      isShown = true
      bar.setTotal(total)
      bar.update(done, { of: count(total), ...pace })
    },
    stop: () => bar.stop(),
  }
}

function linesOn(stream: NodeJS.WriteStream): { show: Show; stop: () => void } {
  let shownAt = performance.now()
  return {
    show({ done, total }, { rate, left }) {
      if (performance.now() - shownAt < LINE_MS) return
      shownAt = performance.now()
      stream.write(`Derived ${count(done)} of ${count(total)} filings, ${rate}/s, ${left} left\n`)
    },
    stop: () => undefined,
  }
}
