import { Presets, SingleBar } from 'cli-progress'
import { timeLeft } from './durations.ts'

/**
 * A step of preparing engines, or the progress of a download. `done` and `total` are bytes of all
 * files, `file` is the current one.
 */
export type EngineProgress =
  | { kind: 'step'; text: string }
  | { kind: 'bytes'; file: string; done: number; total: number }

export type OnEngineProgress = (line: EngineProgress) => void

// Without a terminal, one line for every tenth of a download.
const LINES = 10
const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** Formats bytes for people: `414 bytes`, `12 kB`, `345 MB`. */
function toSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`
  const [unit, name] = bytes < MEGABYTE ? [KILOBYTE, 'kB'] : [MEGABYTE, 'MB']
  return `${Math.round(bytes / unit)} ${name}`
}

/** Shows progress: a bar on a terminal, otherwise plain lines. */
export function showEngineProgress(
  stream: NodeJS.WritableStream & { isTTY?: boolean } = process.stderr,
): OnEngineProgress {
  const onBytes = stream.isTTY ? barOn(stream) : linesOn(stream)
  return (line) => {
    if (line.kind === 'step') stream.write(`${line.text}\n`)
    else onBytes(line.file, line.done, line.total)
  }
}

function barOn(stream: NodeJS.WritableStream) {
  let bar: SingleBar | undefined
  let began = { at: 0, done: 0 }
  return (file: string, done: number, total: number) => {
    if (bar === undefined) {
      const format = '{file} [{bar}] {percentage}% of {size}, {left} left'
      bar = new SingleBar({ format, stream }, Presets.shades_classic)
      began = { at: performance.now(), done }
      bar.start(total, done, { file, size: toSize(total), left: '…' })
    }
    const seconds = (performance.now() - began.at) / 1_000
    const left = timeLeft({ done: done - began.done, open: total - done, seconds })
    bar.update(done, { file, left })
    if (done < total) return
    bar.stop()
    bar = undefined
  }
}

function linesOn(stream: NodeJS.WritableStream) {
  let shown = -1
  return (file: string, done: number, total: number) => {
    const part = Math.floor((done / total) * LINES)
    if (part === shown) return
    shown = part
    stream.write(`${file}: ${toSize(done)} of ${toSize(total)}\n`)
  }
}
