import { endOfString } from './json-repeats.ts'

const [QUOTE, OPEN, CLOSE] = [0x22, 0x5b, 0x5d]

// No group that facts are read from repeats more than some hundred times.
const LONG = 1 << 20

/**
 * JSON text without its long arrays, which stand empty instead: what facts are read from, when
 * the whole as objects would take ten times its size in memory. `json` is left as it is.
 */
export function withoutLongArrays(json: Buffer): Buffer {
  const kept: Buffer[] = []
  const starts: number[] = []
  let from = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === OPEN) starts.push(at)
    else if (byte === CLOSE) {
      const start = starts.pop() ?? at
      if (at - start < LONG || start < from) continue
      kept.push(json.subarray(from, start + 1))
      from = at
    }
  }
  kept.push(json.subarray(from))
  return Buffer.concat(kept)
}
