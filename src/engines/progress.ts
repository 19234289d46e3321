import { Presets, SingleBar } from 'cli-progress'

/**
 * What happens while engines are made ready: a step begins, or a download goes on. `done` and
 * `total` are bytes of all files being fetched, `file` is the one at hand.
 */
export type EngineProgress =
  | { kind: 'step'; text: string }
  | { kind: 'bytes'; file: string; done: number; total: number }

export type OnEngineProgress = (line: EngineProgress) => void

// A log without a terminal gets a line for every tenth of a download, not one a packet.
const LINES = 10
const MEGABYTE = 1_000_000

/** Draws progress: a bar on a terminal, plain lines elsewhere. */
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
  return (file: string, done: number, total: number) => {
    if (bar === undefined) {
      const format = '{file} [{bar}] {percentage}% of {megabytes} MB, {eta_formatted} left'
      bar = new SingleBar({ format, stream }, Presets.shades_classic)
      bar.start(total, done, { file, megabytes: Math.ceil(total / MEGABYTE) })
    }
    bar.update(done, { file })
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
    const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0)
    stream.write(`${file}: ${megabytes(done)} of ${megabytes(total)} MB\n`)
  }
}
