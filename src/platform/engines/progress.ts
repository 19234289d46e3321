/**
 * A step of preparing engines, or the progress of a download. `done` and `total` are bytes of all
 * files, `file` is the current one.
 */
export type EngineProgress =
  | { kind: 'step'; text: string }
  | { kind: 'bytes'; file: string; done: number; total: number }

export type OnEngineProgress = (line: EngineProgress) => void

// One line for every tenth of a download.
const LINES = 10
const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** Formats bytes for people: `414 bytes`, `12 kB`, `345 MB`. */
export function toSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`
  const [unit, name] = bytes < MEGABYTE ? [KILOBYTE, 'kB'] : [MEGABYTE, 'MB']
  return `${Math.round(bytes / unit)} ${name}`
}

/** Shows progress in lines. */
export function showEngineProgress(
  stream: NodeJS.WritableStream = process.stderr,
): OnEngineProgress {
  let shown = ''
  return (line) => {
    if (line.kind === 'step') return void stream.write(`${line.text}\n`)
    const { file, done, total } = line
    const part = `${file} ${Math.floor((done / total) * LINES)}`
    if (part === shown) return
    shown = part
    stream.write(`${file}: ${toSize(done)} of ${toSize(total)}\n`)
  }
}
