import { readTsv } from '#src/domain/tsv.ts'
import { at, listAt, textAt } from '#src/tools/json.ts'
import { type Line, line, textOf, valuesOf } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Asked, type Frame, LAG, sayWho, use } from '../asked.ts'
import { has, keysIn } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { documents } from './documents.ts'
import { sayMain } from './figure.ts'
import { unlessMissing } from './parts.ts'
import {
  figuresOf,
  inWords,
  isYesOrNo,
  joined,
  readFigures,
  sayReturn,
  useLists,
} from './read-figures.ts'

// How each fact is said after the name, of one place of a response or of each row of a list; the words
// that ask for it beside the vocabulary; and what makes the answer to a yes-or-no question yes.
const FACTS = new Map(
  readTsv(new URL('facts.tsv', import.meta.url)).map(([key = '', ...row]) => [key, row]),
)
const PROFILE = ['mission', 'programsFacts', 'ntee', 'address', 'exemption', 'form']
const ABOUT = /\babout\b|overview|profile|summar|\bwho (is|are)\b/i
const OF_STATUS = ['revoked', 'exemption', 'deductible']

/** Answers what an organization is: address, founding, exemption, deductibility, standing, and such. */
export const facts: Frame = async function* (question) {
  const { message, call } = question
  const phrased = [...FACTS].flatMap(([key, { 5: words }]) => {
    const [said] = (words && new RegExp(words, 'i').exec(message.masked)) || []
    if (said !== undefined) use(message, ...said.split(' '))
    return said === undefined ? [] : [key]
  })
  const keys = [...new Set([...keysIn(message, 'fact'), ...phrased])]
  // "Donations" are no figure in "Are donations deductible?".
  const figures = keys.includes('deductible') ? [] : figuresOf(message)
  if (keys.length + figures.length === 0 && has(message, 'document'))
    return yield* documents(question)
  const isUnread = message.unread.some((word) => !isAsked(word)) && !ABOUT.test(message.text)
  if (keys.length + figures.length === 0 && isUnread) return yield* sayMain(message)
  const isProfile =
    keys.length + figures.length === 0 || (keys.join() === 'mission' && ABOUT.test(message.text))
  useLists(message, 'fact', 'figure', 'feature', 'document', 'group', 'role')
  const named = keys.flatMap((key) => (key === 'mission' ? [key, 'programsFacts'] : [key]))
  const all = isProfile ? PROFILE : named
  for (const who of message.organizations) {
    const EIN = who.ein
    const record = at((await call('organizations', { EIN, Registry: 'yes' })).body, 'data')
    // What the registry states of an exemption does not hold after a revocation.
    const isRevoked = at(record, 'identity.revoked') === true
    const valid = all.filter((key) => !OF_STATUS.includes(key))
    let name = sayWho(who)
    if (keys.some((key) => [...OF_STATUS, 'checks'].includes(key))) {
      const status = listAt(record, 'status').filter((one) => at(one, 'topic') === 'status')
      yield* status.map((one) => writeLine('{text}', one))
    }
    for (const key of isRevoked ? ['lost', ...valid] : all) {
      const said = await sayFact(key, { EIN, record, call })
      const end = /[.!?]”?$/.test(textOf(said)) ? '' : '.'
      yield line`${answerOf(key, said, message.text)}${name} ${said}${end}`
      name = 'It'
    }
  }
  if (figures.length > 0 || isProfile) {
    const main = isProfile ? (['revenue', 'expenses', 'assets'] as const) : figures
    for (const { who, returns } of (await readFigures(question, main)).read) {
      for (const each of returns)
        yield* sayReturn(keys.length > 0 || isProfile ? 'it' : sayWho(who), each)
    }
  }
  yield LAG
}

/** The IRS record of an organization, and how to read more. */
type About = { EIN: string; record: unknown; call: Asked['call'] }

/** Returns the page of an organization, which needs a loaded return. */
const page = async ({ EIN, call }: About) =>
  (await unlessMissing(call('organizations', { EIN })))?.body

/** What the rows of facts.tsv read. Returns undefined if the API has no page of an organization. */
const SOURCES: Record<string, (about: About) => Promise<unknown>> = {
  record: async ({ record }) => record,
  returns: async ({ record }) => ({
    amended: listAt(record, 'filings').filter((one) => at(one, 'amended') === true),
  }),
  page,
  lines: async ({ EIN, call, record }) => {
    const { body } = await call('filings', { EIN, Lines: 'yes' })
    const parts = listAt(body, 'data.parts').map((part) => at(part, 'facts'))
    return Object.assign({ record }, ...parts)
  },
  checks: async ({ EIN, call }) => {
    const { body } = await call('organizations', { EIN, Section: 'Checks' })
    return { failed: listAt(body, 'Data.Checks').filter((one) => at(one, 'Status') === 'Failed') }
  },
  readiness: async ({ EIN, call }) => {
    const { body } = await call('organizations', { EINs: EIN })
    const readiness = at(body, 'Organizations.0.Readiness')
    return { ...Object(readiness), [String(at(readiness, 'RestrictionStatus'))]: true }
  },
  deductible: async (about) => {
    const isLimited = textAt(await page(about), 'Hero.Deductibility.Status') === 'Limited'
    return { ...Object(about.record), limits: isLimited ? ', with limits' : undefined }
  },
  exemption: async (about) => {
    if (at(about.record, 'identity.registry.subsection.label')) return about.record
    const chips = listAt(await page(about), 'Hero.Chips')
    return { filed: chips.find((chip) => textAt(chip, 'Label')?.startsWith('501')) }
  },
}

async function sayFact(key: string, about: About): Promise<Line> {
  const [source = '', each = '', none = `has no ${key} in the loaded data`, start, template = ''] =
    FACTS.get(key) ?? []
  const json = await unlessMissing(SOURCES[source]?.(about))
  if (source !== '' && json === undefined) return ['has no loaded return, which would state this']
  const rows = each === '' ? [json] : listAt(json, each).slice(0, 5)
  const found = rows.map((row) => writeLine(`[${template}]`, row)).filter((row) => row.length > 0)
  return found.length > 0 ? inWords([start ? `${start} ` : '', ...joined(found, '; ')]) : [none]
}

function answerOf(key: string, said: Line, text: string): string {
  const asked = /501\s?\(?c\)?\s?\(?(\d+)/i.exec(text)?.[1]
  const [section] = valuesOf(said)
  if (key === 'exemption' && asked && section)
    return section.text.endsWith(`(c)(${asked})`) ? 'Yes. ' : 'No. '
  const start = textOf(said)
  const yes = FACTS.get(key)?.[6]
  if (!yes || !isYesOrNo(text) || start.startsWith('has this entry')) return ''
  const isYes = new RegExp(yes).test(start)
  // "Is it still exempt?" is the opposite of a revocation.
  if (/^(?:revoked|lost)$/.test(key) && !/revo|los[te]/i.test(text)) return isYes ? 'No. ' : ''
  return isYes ? 'Yes. ' : 'No. '
}
