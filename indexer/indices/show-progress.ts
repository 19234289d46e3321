import { Presets, SingleBar } from 'cli-progress'
import { sayWhenInterrupted } from '../interruption.ts'
import type { ReindexProgress } from './write-organizations.ts'

const count = (value: number): string => Math.round(value).toLocaleString('en-US')

// A log without a terminal gets a line now and then, not one a batch.
const LINE_EVERY_MS = 10_000

const INTERRUPTED =
  'Stopped; searches go on with the index that was live, and the same command builds anew, ' +
  'with the texts embedded so far.'

/** Draws a reindex: a bar with rate and remaining time on a terminal, plain lines elsewhere. */
export function showReindexProgress(stream: NodeJS.WriteStream = process.stderr) {
  const started = performance.now()
  const show = stream.isTTY ? barOn(stream) : linesOn(stream)
  // To the end of the process: the build is checked and switched after the last progress.
  sayWhenInterrupted(stream, INTERRUPTED)
  return (progress: ReindexProgress) => {
    const seconds = (performance.now() - started) / 1000
    show(progress, progress.done / Math.max(seconds, 0.001))
  }
}

type Show = (progress: ReindexProgress, rate: number) => void

function barOn(stream: NodeJS.WriteStream): Show {
  const format =
    'Index [{bar}] {percentage}% {of} {rate}/s, {embedded} embedded, {eta_formatted} left'
  const bar = new SingleBar(
    { format, stream, hideCursor: true, barsize: 14, etaBuffer: 50 },
    Presets.shades_classic,
  )
  let isShown = false
  return ({ done, total, embedded }, rate) => {
    const payload = { of: count(total), rate: count(rate), embedded: count(embedded) }
    if (!isShown) bar.start(total, done, payload)
    isShown = true
    bar.update(done, payload)
    if (done >= total) bar.stop()
  }
}

function linesOn(stream: NodeJS.WriteStream): Show {
  let shownAt = performance.now()
  return ({ done, total, embedded }, rate) => {
    const now = performance.now()
    if (now - shownAt < LINE_EVERY_MS && done < total) return
    shownAt = now
    const left = done < total ? `, ${count((total - done) / rate)} s left` : ''
    stream.write(
      `Indexed ${count(done)} of ${count(total)}, ${count(rate)}/s, ${count(embedded)} embedded${left}\n`,
    )
  }
}
