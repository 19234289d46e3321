import { Presets, SingleBar } from 'cli-progress'
import { timeLeft } from '#src/platform/engines/durations.ts'
import type { ReindexProgress } from '../index/build/write-organizations.ts'
import { count, sayWhenInterrupted } from './progress.ts'

// Without a terminal, prints an occasional line, not one per batch.
const LINE_EVERY_MS = 10_000

const INTERRUPTED =
  'Stopped. Searches still use the live index. Run the same command to build again; ' +
  'texts embedded so far are kept.'

/** Shows a reindex: a bar with rate and remaining time on a terminal, plain lines elsewhere. */
export function showReindexProgress(stream: NodeJS.WriteStream = process.stderr) {
  let started = performance.now()
  let shown: ReindexProgress['companion']
  const show = stream.isTTY ? barOn(stream) : linesOn(stream)
  // Kept until the process ends: the build is checked and switched after the last progress.
  sayWhenInterrupted(stream, INTERRUPTED)
  return (progress: ReindexProgress) => {
    const { companion, done, total } = progress
    if (companion !== shown) started = performance.now()
    shown = companion
    const seconds = (performance.now() - started) / 1000
    const left = timeLeft({ done, open: total - done, seconds })
    show(progress, { rate: count(done / Math.max(seconds, 0.001)), left })
  }
}

type Show = (progress: ReindexProgress, pace: { rate: string; left: string }) => void

function barOn(stream: NodeJS.WriteStream): Show {
  const format = 'Index [{bar}] {percentage}% {of} {rate}/s, {embedded} embedded, {left} left'
  const newBar = () =>
    new SingleBar({ format, stream, hideCursor: true, barsize: 14 }, Presets.shades_classic)
  let bar = newBar()
  let shown: string | undefined
  return ({ companion = 'organizations', done, total, embedded }, pace) => {
    const payload = { of: `${count(total)} ${companion}`, embedded: count(embedded), ...pace }
    if (shown !== companion) {
      bar.stop()
      bar = newBar()
      bar.start(total, done, payload)
    }
    shown = companion
    bar.update(done, payload)
    if (done >= total) bar.stop()
  }
}

function linesOn(stream: NodeJS.WriteStream): Show {
  let shownAt = performance.now()
  return ({ companion = 'organizations', done, total, embedded }, { rate, left }) => {
    const now = performance.now()
    if (now - shownAt < LINE_EVERY_MS && done < total) return
    shownAt = now
    const rest = done < total ? `, ${left} left` : ''
    stream.write(
      `Indexed ${count(done)} of ${count(total)} ${companion}, ${rate}/s, ${count(embedded)} embedded${rest}\n`,
    )
  }
}
