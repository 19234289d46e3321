import type { Form } from '#src/domain/form.ts'
import type { Made } from '../store/registry.ts'

/** The organization and year of a made return, and the organizations that it may name. */
export type Subject = { organization: number; own: Made; taxYear: number; parties: readonly Made[] }

/** A real return, of which others are made. */
export type Template = {
  form: Form
  /** The size of its XML. */
  bytes: number
  /** Returns the month in which its tax period of a year ends, such as 202312. */
  endOf: (taxYear: number) => string
  make: (subject: Subject) => string
}

/** Writes the XML of a part of a return; `row` counts the rows of lists, and is 0 outside of them. */
type Part = string | ((subject: Subject, row: number) => string)

type Element = { name: string; open: string; close: string; inside: (string | Element)[] }

/** A value as filed. `group` numbers the element that its name, address, and amounts describe. */
type Leaf = { element: string; text: string; group: number; isOwn: boolean; template: Real }

/** The real return of a template, and the texts of all of them by element. */
type Real = { ein: string; name: string; taxYear: number; texts: Map<string, string[]> }

/** Returns a number from 0 to below 1 that depends only on the seeds. */
export function random(...seeds: number[]): number {
  let hash = 0x9e3779b9
  for (const seed of seeds) {
    hash = Math.imul(hash ^ seed, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 2 ** 32
}

const TOKEN = /<[^>]+>|[^<]+/g

/** Returns a real return as a template, and adds its texts to those that all templates share. */
export function toTemplate(xml: string, texts: Map<string, string[]>): Template {
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  const real = {
    ein: find(/<(?:\w+:)?Filer\b[^>]*>\s*<(?:\w+:)?EIN>(\d{9})</),
    name: find(/<(?:\w+:)?Filer\b[\s\S]*?<(?:\w+:)?BusinessNameLine1(?:Txt)?>([^<]+)</),
    taxYear: Number(find(/<(?:\w+:)?Tax(?:Yr|Year)>(\d{4})</)),
    texts,
  }
  const root: Element = { name: '', open: '', close: '', inside: [] }
  const path = [root]
  for (const [token] of xml.matchAll(TOKEN)) {
    const name = /^<(?:\w+:)?(\w+)/.exec(token)?.[1]
    if (name !== undefined) {
      const element = { name, open: token, close: '', inside: [] }
      path.at(-1)?.inside.push(element)
      if (!token.endsWith('/>')) path.push(element)
    } else if (token.startsWith('</')) {
      Object.assign(path.pop() ?? root, { close: token })
    } else path.at(-1)?.inside.push(token)
  }
  let groups = 0
  const read = ({ name, open, close, inside }: Element, group: number, isOwn: boolean): Part[] => {
    const [text] = inside
    if (inside.length === 1 && typeof text === 'string') {
      return [open, toValue({ element: name, text, group, isOwn, template: real }), close]
    }
    const own = isOwn || name === 'Filer'
    const its = /Name|Address/.test(name) ? group : ++groups
    const parts: Part[] = []
    for (let at = 0; at < inside.length; at += 1) {
      const child = inside[at] ?? ''
      if (typeof child === 'string') parts.push(child)
      else {
        const rows = [child]
        // Line breaks are between them.
        for (let next = inside[at + 2]; isRow(next, child); next = inside[at + 2]) {
          rows.push(next)
          at += 2
        }
        const each = rows.map((row) => join(read(row, its, own)))
        parts.push(...(each.length > 1 ? [toList(child.name, its, each)] : (each[0] ?? [])))
      }
    }
    return [open, ...parts, close]
  }
  const parts = join(read(root, 0, false))
  const form = find(/<(?:\w+:)?ReturnType(?:Cd)?>([^<]+)</) as Form
  const end = find(/<(?:\w+:)?TaxPeriodEndD(?:t|ate)>(\d{4}-\d\d)/)
  return {
    form,
    bytes: xml.length,
    endOf: (taxYear) => `${Number(end.slice(0, 4)) + taxYear - real.taxYear}${end.slice(5)}`,
    make: (subject) => write(parts, subject, 0),
  }
}

const isRow = (next: string | Element | undefined, first: Element): next is Element =>
  typeof next === 'object' && next.name === first.name && first.inside.length > 1

/** Returns the parts with neighboring texts joined. */
function join(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, last + part)
    else joined.push(part)
  }
  return joined
}

function write(parts: readonly Part[], subject: Subject, row: number): string {
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : part(subject, row)
  return text
}

const MAX_ROWS = 400

/** Returns a list of more or fewer rows: of grants, usually half as many, and rarely hundreds. */
function toList(element: string, group: number, rows: Part[][]): Part {
  const skew = /Recipient|Grant|Contri/.test(element) ? 0.6 : 0.2
  const most = Math.max(MAX_ROWS, rows.length)
  return (subject, row) => {
    const chance =
      random(subject.organization, group, 1) * 0.95 + 0.05 * random(subject.taxYear, group)
    const wanted = Math.round(rows.length * (1 - skew) * (chance + 1e-4) ** -skew)
    let text = ''
    for (let at = 0; at < Math.min(Math.max(1, wanted), most); at += 1) {
      text += `\n${write(rows[at % rows.length] ?? [], subject, row * 1_009 + at + 1)}`
    }
    return text.slice(1)
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

// A few organizations receive most grants. A return names half of those of the year before.
function partyOf({ group, isOwn }: Leaf, subject: Subject, row: number): Made {
  const { organization, own, taxYear, parties } = subject
  if (isOwn) return own
  const chance = random(organization, group, row, Math.floor((taxYear + row) / 2))
  return parties[Math.floor(chance ** 2 * parties.length)] ?? own
}

/** Chooses one of the texts of an element, another one every `years` years. */
const choose = (leaf: Leaf, key: string, row: number, subject: Subject, years: number, at = 0) => {
  const term = Math.floor((subject.taxYear + subject.organization + leaf.group + at) / years)
  const texts = leaf.template.texts.get(key) ?? []
  const chance = random(subject.organization, leaf.group, row, term, at)
  return texts[Math.floor(chance * texts.length)] ?? ''
}

type Value = (leaf: Leaf, subject: Subject, row: number) => string

const person: Value = (leaf, subject, row) => {
  const [first, last] = ['first', 'last'].map((key, at) =>
    choose(leaf, `person ${key}`, row, subject, 12, at * 12),
  )
  return /First/.test(leaf.element)
    ? `${first}`
    : /Last/.test(leaf.element)
      ? `${last}`
      : `${first} ${last}`
}

const amount: Value = ({ text, group }, { organization, taxYear }, row) => {
  const size = 8 ** (random(organization) * 2 - 1) * 1.04 ** (taxYear - 2017)
  const own = row === 0 ? 1 : 0.5 + random(organization, group, row, taxYear)
  return String(Math.round(Number(text) * size * (0.9 + random(organization, taxYear) / 5) * own))
}

const sentences: Value = (leaf, subject, row) =>
  toSentences(leaf.text)
    .map((_, at) => choose(leaf, leaf.element, row, subject, 8, at + 1))
    .join(' ')

const label: Value = (leaf, subject, row) => choose(leaf, leaf.element, row, subject, 8)

const toSentences = (text: string): string[] => text.split(/(?<=[.;]) +/)

const year: Value = ({ text, template }, { taxYear }) => {
  const filed = Number(text.slice(0, 4))
  const isRecent = Math.abs(filed - template.taxYear) < 6
  const moved = isRecent ? filed + taxYear - template.taxYear : filed
  return `${moved}${text.slice(4).replace(/^-02-29/, '-02-28')}`
}

// The first that matches the element and its text.
const VALUES: [element: RegExp, text: RegExp, value: Value][] = [
  [
    /EIN/,
    /^\d{9}$/,
    (leaf, subject, row) =>
      (leaf.text === leaf.template.ein ? subject.own : partyOf(leaf, subject, row)).ein,
  ],
  [
    /^BusinessNameLine1/,
    /./,
    (leaf, subject, row) =>
      escaped((leaf.text === leaf.template.name ? subject.own : partyOf(leaf, subject, row)).name),
  ],
  [/^City(Nm)?$/, /./, (...given) => escaped(partyOf(...given).city)],
  [/^State(AbbreviationCd)?$/, /^[A-Z]{2}$/, (...given) => partyOf(...given).state],
  [/^ZIPC/, /^\d/, (...given) => partyOf(...given).zip],
  [
    /^AddressLine1|Phone/,
    /\d/,
    ({ text, group }, { organization }, row) =>
      text.replace(/[1-9]+/, ({ length }) =>
        String(Math.floor((1 + 8 * random(organization, group, row)) * 10 ** (length - 1))),
      ),
  ],
  [/(Person|Officer)(Nm|FirstNm|LastNm)$|NamePerson|^PersonName$/, /[a-z]/i, person],
  [/./, /^\d{4}-\d\d-\d\d/, year],
  [/Y(ea)?r$|YearFormation/, /^(19|20)\d\d$/, year],
  [/^(?!.*(ZIP|C[ou]*nt$|Num|Cd$|SSN|PIN|Version))/, /^-?\d{3,15}$/, amount],
  [/./, /^(?=.* ).{40}/, sentences],
  [/Txt$|Desc|Purpose|Title/, /[a-z]{3}/i, label],
]

/** Returns what writes a leaf's value, and adds its texts to those of its element. */
function toValue(leaf: Leaf): Part {
  const { element, text, template } = leaf
  const value = VALUES.find(([name, filed]) => name.test(element) && filed.test(text))?.[2]
  if (!value) return text
  const add = (key: string, its: readonly string[]) => {
    const known = template.texts.get(key)
    if (known) known.push(...its)
    else template.texts.set(key, [...its])
  }
  if (value === person) {
    const words = text.split(' ')
    add('person first', words.slice(0, 1))
    add('person last', words.slice(-1))
  } else if (value === sentences || value === label) add(element, toSentences(text))
  return (subject, row) => value(leaf, subject, row)
}
