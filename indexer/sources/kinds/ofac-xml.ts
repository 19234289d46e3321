import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { countryOf } from '../../records/listed-place.ts'
import { einOf, isPartial, kindOf, readRemarks, withoutSsn } from '../../records/ofac.ts'
import {
  type ListedAddress,
  type ListedEntry,
  type ListedName,
  type ListedParty,
  rejectColumn,
  rejectName,
} from '../../records/restricted.ts'
import { readPostcardDate } from '../../records/row.ts'
import { encodingOf, Unreadable } from '../bytes.ts'
import { LISTED_COLUMNS, toStagedEntry } from '../header-table.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from '../source.ts'
import { localName } from '../strict-return.ts'

// An entry's deepest element, an address's city, is four levels deep; deeper XML is an attack.
const MAX_DEPTH = 16
// The longest remarks have about a thousand characters; the parser keeps text until a tag ends it.
const MAX_BETWEEN_TAGS = 1 << 20
// The longest entries have about a thousand; an entry is in memory until it ends.
const MAX_ELEMENTS = 20_000

/**
 * Reads OFAC's XML in pieces, with any namespace or prefix. Entities are never expanded: a document
 * type is rejected, and without one XML has only five. Throws Unreadable.
 */
class SdnListParser {
  private readonly parser = new SaxesParser({ xmlns: false, position: true })
  private readonly open: SdnElement[] = []
  private depth = 0
  private elements = 0
  private entries: SdnEntry[] = []
  private begunAt = 1
  private sinceTag = 0
  private publishDate = ''
  private inPublishDate = false
  private isEnding = false

  constructor() {
    this.parser.on('opentag', (tag) => this.openTag(tag))
    this.parser.on('closetag', () => this.closeTag())
    this.parser.on('text', (text) => this.addText(text))
    this.parser.on('cdata', (text) => this.addText(text))
    this.parser.on('doctype', () => {
      throw new Unreadable('DoctypeRefused', '', 'Expected XML without a document type.')
    })
    this.parser.on('error', (error) => {
      // The saxes message begins with the place, which the rejection already has.
      const what = error.message.replace(/^\d+:\d+: /, '')
      if (this.isEnding) throw new Unreadable('CutShort', '', 'The file ends within an element.')
      throw new Unreadable(
        'NotWellFormed',
        '',
        `The XML is not well-formed at column ${this.parser.column}: ${what}`,
      )
    })
  }

  /** The current line. */
  get line(): number {
    return this.parser.line
  }

  /** Publish_Date as written, MM/DD/YYYY; "" until it is read. */
  get published(): string {
    return this.publishDate.trim()
  }

  /** Reads a piece and returns the entries that ended. */
  write(piece: string): SdnEntry[] {
    this.sinceTag += piece.length
    this.parser.write(piece)
    if (this.sinceTag > MAX_BETWEEN_TAGS) {
      throw new Unreadable(
        'ElementTooLong',
        '',
        `Expected at most ${MAX_BETWEEN_TAGS} characters between tags.`,
      )
    }
    return this.take()
  }

  /** Throws Unreadable unless the document has ended. */
  end(): void {
    this.isEnding = true
    this.parser.close()
  }

  /** Returns the entries that ended since the last call. */
  take(): SdnEntry[] {
    return this.entries.splice(0)
  }

  private openTag(tag: SaxesTagPlain): void {
    this.sinceTag = 0
    this.depth += 1
    if (this.depth > MAX_DEPTH) {
      throw new Unreadable('TooDeep', '', `Expected at most ${MAX_DEPTH} levels of elements.`)
    }
    const name = localName(tag.name)
    this.inPublishDate = name === 'Publish_Date'
    if (this.open.length === 0) {
      if (name !== 'sdnEntry') return
      this.begunAt = this.parser.line
      this.elements = 0
    }
    this.elements += 1
    if (this.elements > MAX_ELEMENTS) {
      throw new Unreadable(
        'TooManyElements',
        '',
        `Expected at most ${MAX_ELEMENTS} elements in an entry.`,
      )
    }
    const element: SdnElement = { name, text: '', elements: [] }
    this.open.at(-1)?.elements.push(element)
    this.open.push(element)
  }

  private addText(text: string): void {
    const element = this.open.at(-1)
    if (element) element.text += text
    else if (this.inPublishDate) this.publishDate += text
  }

  private closeTag(): void {
    this.sinceTag = 0
    this.depth -= 1
    this.inPublishDate = false
    const element = this.open.pop()
    if (element === undefined) return
    element.text = element.text.trim()
    if (this.open.length === 0) this.entries.push({ line: this.begunAt, element })
  }
}

// Searched in the whole head, so that a list with damage before its root is rejected with its
// place.
const ROOT = /<(?:[\w.-]+:)?sdnList[\s>]/

const PUBLISHED = /<(?:[\w.-]+:)?Publish_Date>\s*([\d/]{10})\s*</
const readDay = (text: string) => readPostcardDate(text.replaceAll('/', '-'))

/** OFAC's lists as XML, SDN.XML and CONSOLIDATED.XML: one element per entry. */
export const ofacXml: TabularReader = {
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
      if (!(error instanceof Unreadable)) throw error
      yield* toRows(list.take(), list, source)
      const detail = `${error.message} The rest was not read. Download the file again.`
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

/** Decodes the pieces by the encoding that the XML declares. Throws Unreadable. */
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
    throw new Unreadable('NotText', '', `The encoding ${encoding} is not supported.`)
  }
}

function decode(decoder: TextDecoder, bytes: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch {
    throw new Unreadable('NotText', '', `Expected text in ${decoder.encoding}.`)
  }
}

/** An element of OFAC's XML; its text is trimmed. */
type SdnElement = { name: string; text: string; elements: SdnElement[] }

/** An `sdnEntry` with the line on which it begins. */
type SdnEntry = { line: number; element: SdnElement }

/** Returns the children with that name. */
const elementsOf = (element: SdnElement | undefined, name: string): SdnElement[] =>
  element?.elements.filter((one) => one.name === name) ?? []

/** Returns the text of the first child with that name, or null. */
const textOf = (element: SdnElement, name: string): string | null =>
  elementsOf(element, name)[0]?.text || null

/** Returns the entry of an `sdnEntry`, or its rejection. */
function toXmlEntry({ line, element }: SdnEntry): ListedEntry | RowRejection {
  const entry = textOf(element, 'uid') ?? ''
  if (!/^\d{1,12}$/.test(entry)) {
    const given = { column: 'uid', value: entry, expected: 'an entry number' }
    return rejectColumn(line, 'InvalidNumber', given)
  }
  const known = { list: 'OFAC', entry } as const
  const name = nameOf(element)
  const fault = rejectName(line, `lastName of entry ${entry}`, name)
  if (fault) return { ...fault, entry: known }
  const type = textOf(element, 'sdnType')
  const kind = kindOf(type)
  if (kind === undefined) {
    const expected = 'Individual, Entity, Vessel, or Aircraft'
    const given = { column: `sdnType of entry ${entry}`, value: type, expected }
    return { ...rejectColumn(line, 'InvalidType', given), entry: known }
  }
  return {
    ...known,
    party: toParty(element, kind, name),
    names: below(element, 'akaList', 'aka').map(toName),
    addresses: below(element, 'addressList', 'address').map(toAddress),
  }
}

const below = (element: SdnElement, list: string, name: string): SdnElement[] =>
  elementsOf(elementsOf(element, list)[0], name)

/** Returns the name as the tables write it: "LAST, First Middle", or only the last name. */
const nameOf = (element: SdnElement): string =>
  [textOf(element, 'lastName'), textOf(element, 'firstName')].filter(Boolean).join(', ')

function toParty(element: SdnElement, kind: ListedParty['kind'], name: string): ListedParty {
  const remarks = textOf(element, 'remarks')
  const written = readRemarks(remarks ?? '')
  const programs = below(element, 'programList', 'program').map(({ text }) => text)
  const ids = below(element, 'idList', 'id').map((id) => ({
    type: textOf(id, 'idType') ?? '',
    number: textOf(id, 'idNumber') ?? '',
    country: textOf(id, 'idCountry'),
  }))
  const identified = ids.flatMap(({ type, number, country }) => einOf(type, number, country) ?? [])
  // The tables' remarks contain these identifiers, too.
  const said = [remarks, ...ids.map(({ type, number }) => `${type} ${number}`)].join('; ')
  return {
    kind,
    name,
    programs,
    remarks: remarks === null ? null : withoutSsn(remarks),
    is_partial: isPartial(programs, said),
    eins: [...new Set([...written.eins, ...identified])].sort(),
    weak_names: written.weak_names,
    takes_comment: false,
  }
}

const toName = (aka: SdnElement, at: number): ListedName => ({
  number: textOf(aka, 'uid') ?? `at-${at + 1}`,
  kind: (textOf(aka, 'type') ?? 'a.k.a.').replaceAll('.', '').toLowerCase(),
  name: nameOf(aka),
  is_weak: textOf(aka, 'category')?.toLowerCase() === 'weak',
})

function toAddress(address: SdnElement, at: number): ListedAddress {
  const lines = ['address1', 'address2', 'address3'].map((name) => textOf(address, name))
  return {
    number: textOf(address, 'uid') ?? `at-${at + 1}`,
    street: lines.filter(Boolean).join(', ') || null,
    city: textOf(address, 'city'),
    state: textOf(address, 'stateOrProvince'),
    zip: textOf(address, 'postalCode'),
    country: countryOf(textOf(address, 'country')),
  }
}
