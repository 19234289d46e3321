import { UNUSUAL } from './json-bytes.ts'

const DECLARATION = /^<\?xml version="1\.0"( encoding="utf-8")?( standalone="(yes|no)")?\s?\?>$/i

/** Where a file goes on behind its XML declaration. Throws UNUSUAL for any but the usual ones. */
export function skipDeclaration(source: Buffer, at: number): number {
  if (source[at] !== 0x3c || source[at + 1] !== 0x3f) return at
  const end = source.indexOf('?>', at) + 2
  if (!DECLARATION.test(source.toString('latin1', at, Math.max(end, at)))) throw UNUSUAL
  return end
}
