import { Presets, SingleBar } from 'cli-progress'
import { timeLeft } from '#src/platform/engines/durations.ts'
import type { ReindexDeps } from '../index/build/reindex.ts'
import { count, sayWhenInterrupted } from './progress.ts'

// Without a terminal, prints an occasional line, not one per batch.
const LINE_EVERY_MS = 10_000

const INTERRUPTED =
  'Stopped. Searches still use the live index. Run the same command to build again; ' +
  'texts embedded so far are kept.'

type ReindexProgress = Parameters<ReindexDeps['onProgress']>[0]

/** Shows a reindex: a bar with rate and remaining time on a terminal, plain lines elsewhere. */
export function showReindexProgress(stream: NodeJS.WriteStream = process.stderr) {
  let started = performance.now()
  let shown: string | undefined
  const show = stream.isTTY ? barOn(stream) : linesOn(stream)
  // Kept until the process ends: the build is checked and switched after the last progress.
  sayWhenInterrupted(stream, INTERRUPTED)
  return (progress: ReindexProgress) => {
    const { kind, done, total } = progress
    if (kind !== shown) started = performance.now()
    shown = kind
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
  return ({ kind, done, total, embedded }, pace) => {
    const payload = { of: `${count(total)} ${kind}`, embedded: count(embedded), ...pace }
    if (shown !== kind) {
      bar.stop()
      bar = newBar()
      bar.start(total, done, payload)
    }
    shown = kind
    bar.update(done, payload)
    if (done >= total) bar.stop()
  }
}

function linesOn(stream: NodeJS.WriteStream): Show {
  let shownAt = performance.now()
  return ({ kind, done, total, embedded }, { rate, left }) => {
    const now = performance.now()
    if (now - shownAt < LINE_EVERY_MS && done < total) return
    shownAt = now
    const rest = done < total ? `, ${left} left` : ''
    stream.write(
      `Indexed ${count(done)} of ${count(total)} ${kind}, ${rate}/s, ${count(embedded)} embedded${rest}\n`,
    )
  }
}
