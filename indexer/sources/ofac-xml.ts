import type { Readable } from 'node:stream'
import { readPostcardDate } from '../records/list-dates.ts'
import { toXmlEntry } from '../records/ofac-xml.ts'
import type { SdnEntry } from '../records/sdn-element.ts'
import { encodingOf } from './decode.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'
import { BrokenList, SdnListParser } from './sdn-list.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from './source.ts'

// Anywhere in the head, so that a list with damage before its root is rejected with its place.
const ROOT = /<(?:[\w.-]+:)?sdnList[\s>]/

const PUBLISHED = /<(?:[\w.-]+:)?Publish_Date>\s*([\d/]{10})\s*</
const readDay = (text: string) => readPostcardDate(text.replaceAll('/', '-'))

/** OFAC's lists as XML, SDN.XML and CONSOLIDATED.XML: one element an entry. */
export const reader: TabularReader = {
  kind: 'ofac-xml',
  recognizes: (head) => /^\s*</.test(head) && ROOT.test(head),
  monthOf: (head) => readDay(PUBLISHED.exec(head)?.[1] ?? '')?.slice(0, 7),
  columns: LISTED_COLUMNS,
  async *read(text, source) {
    const list = new SdnListParser()
    try {
      for await (const piece of decoded(text)) yield* toRows(list.write(piece), list, source)
      list.end()
    } catch (error) {
      if (!(error instanceof BrokenList)) throw error
      yield* toRows(list.take(), list, source)
      const detail = `${error.message} Nothing behind it was read; download the file again.`
      yield { row: list.line, code: error.code, detail }
    }
  },
}

function* toRows(
  entries: SdnEntry[],
  { published }: SdnListParser,
  source: TabularSource,
): Generator<StagedRow | RowRejection> {
  const publishedOn = readDay(published)
  for (const one of entries) {
    const entry = toXmlEntry(one)
    yield 'code' in entry ? entry : toStagedEntry({ ...entry, publishedOn }, one.line, source)
  }
}

/** The text in pieces, by the encoding its declaration names. Throws BrokenList. */
async function* decoded(text: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const piece of text) {
    const bytes = piece as Buffer
    decoder ??= newDecoder(bytes)
    yield decode(decoder, bytes)
  }
}

function newDecoder(head: Buffer): TextDecoder {
  const encoding = encodingOf(head)
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new BrokenList('NotText', `It is in ${encoding}, which is not known.`)
  }
}

function decode(decoder: TextDecoder, bytes: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch {
    throw new BrokenList('NotText', `Its bytes are not ${decoder.encoding}.`)
  }
}
