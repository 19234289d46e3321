import type { Line } from './lines.ts'
import type { RowRejection } from './source.ts'
import { splitFields } from './split-fields.ts'

// A comment of some paragraphs; what goes on for longer is a quotation mark left open by damage.
const MOST_LINES = 50

/**
 * Lines as given, but a quoted field that goes on over several lines is one, of the first's number.
 * Where what it gives is no row, the first line comes by itself and the others are looked at anew:
 * a quotation mark left open costs its own line. `isRow` tells a row by its fields.
 */
export async function* joinLines(
  lines: AsyncIterable<Line | RowRejection>,
  isRow: (fields: readonly string[]) => boolean,
): AsyncGenerator<Line | RowRejection> {
  let held: Line[] = []
  for await (const read of lines) {
    if (!('code' in read) && (held.length > 0 || isOpen(read.line))) {
      held.push(read)
      yield* settle(held, isRow)
      continue
    }
    yield* release(held, isRow)
    held = []
    yield read
  }
  yield* release(held, isRow)
}

/** Gives what of the held lines is settled, and leaves in them those of a row still open. */
function* settle(held: Line[], isRow: (fields: readonly string[]) => boolean): Generator<Line> {
  for (let first = held[0]; first !== undefined; first = held[0]) {
    const count = isOpen(first.line) ? lengthOf(held, isRow) : 1
    if (count === undefined) return
    const rows = held.splice(0, count)
    yield { row: first.row, line: rows.map(({ line }) => line).join('\n') }
  }
}

/** How many held lines the first row takes, 1 where it is damaged; undefined where it is open. */
function lengthOf(
  held: readonly Line[],
  isRow: (fields: readonly string[]) => boolean,
): number | undefined {
  let text = held[0]?.line ?? ''
  for (const [at, { line }] of held.entries()) {
    if (at === 0) continue
    const own = splitFields(line)
    // A row of its own begins: nothing closed the one before.
    if (own !== undefined && isRow(own)) return 1
    text += `\n${line}`
    if (!line.includes('"')) continue
    const fields = splitFields(text)
    if (fields !== undefined) return isRow(fields) ? at + 1 : 1
  }
  return held.length < MOST_LINES ? undefined : 1
}

/** The held lines, whatever is still open among them by itself. */
function* release(held: Line[], isRow: (fields: readonly string[]) => boolean): Generator<Line> {
  while (held.length > 0) {
    yield* held.splice(0, 1)
    yield* settle(held, isRow)
  }
}

// An even number of quotation marks leaves none open; that spares most rows a second splitting.
const isOpen = (line: string): boolean =>
  line.split('"').length % 2 === 0 && splitFields(line) === undefined
