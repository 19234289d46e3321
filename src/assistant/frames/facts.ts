import { formatEin } from '#src/domain/ein.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { ApiError } from '#src/platform/errors.ts'
import { at, listAt, textAt } from '#src/tools/json.ts'
import { type Line, line, textOf, valuesOf } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Asked, type Frame, LAG, sayWho, use } from '../asked.ts'
import { has, keysIn, type Organization } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { documents } from './documents.ts'
import { sayMain } from './figure.ts'
import {
  figuresOf,
  inWords,
  isYesOrNo,
  joined,
  readFigures,
  sayReturn,
  useLists,
} from './read-figures.ts'

// How each fact is said after the name: of one place of a response, or of each row of a list.
const FACTS = new Map(
  readTsv(new URL('facts.tsv', import.meta.url)).map(([key = '', ...row]) => [key, row]),
)
/** Facts that a question can ask about with yes or no, and what makes the answer yes. */
const YES: Record<string, RegExp> = {
  deductible: /^can receive/,
  amended: /^amended/,
  revoked: /^has lost/,
  sanctions: /^(is|may be) on a/,
}
/** Words that name a fact together. */
const PHRASES: [RegExp, string][] = [
  [
    /\bcalled\b.*\bbefore\b|\brenamed\b|\bother names?\b|\bgo(?:es)? by\b|\bknown as\b|\bused? to be called\b/i,
    'formerNames',
  ],
  [/\bwhere (is|are|was)\b|\b(city|town)\b/i, 'address'],
  [/\bhow old\b/i, 'founded'],
  [
    /\brecogni[sz]ed?\b|\bexempt since\b|\bwhen\b.*\bexempt|\bexemption (?:date|ruling)/i,
    'rulingDate',
  ],
  [/\bexempt\b|\bsubsection\b/i, 'exemption'],
]
const PROFILE = ['mission', 'programsFacts', 'ntee', 'address', 'exemption', 'form']
const ABOUT = /\babout\b|overview|profile|summar|\bwho (is|are)\b/i
const OF_STATUS = ['revoked', 'exemption', 'deductible']

/** Answers what an organization is: address, founding, exemption, deductibility, standing, and such. */
export const facts: Frame = async function* (question) {
  const { message, call } = question
  const phrased = PHRASES.flatMap(([words, key]) => {
    const [said] = words.exec(message.text) ?? []
    if (said !== undefined) use(message, ...said.split(' '))
    return said === undefined ? [] : [key]
  })
  const keys = [...new Set([...keysIn(message, 'fact'), ...phrased])]
  // "Donations" are no figure in "Are donations deductible?".
  const figures = keys.includes('deductible') ? [] : figuresOf(message)
  if (keys.length + figures.length === 0 && has(message, 'document')) {
    yield* documents(question)
    return
  }
  const isUnread = message.unread.some((word) => !isAsked(word)) && !ABOUT.test(message.text)
  if (keys.length + figures.length === 0 && isUnread) {
    yield* sayMain(message)
    return
  }
  const isProfile =
    keys.length + figures.length === 0 || (keys.join() === 'mission' && ABOUT.test(message.text))
  useLists(message, 'fact', 'figure', 'feature', 'document', 'group', 'role')
  for (const who of message.organizations) {
    const about = await openAbout(call, who)
    // What the registry states of an exemption does not hold after a revocation.
    const isRevoked = at(about.record, 'identity.revoked') === true
    const asked = isProfile
      ? PROFILE
      : keys.flatMap((key) => (key === 'mission' ? [key, 'programsFacts'] : [key]))
    const others = asked.filter((key) => !OF_STATUS.includes(key))
    let name = sayWho(who)
    if (keys.some((key) => [...OF_STATUS, 'checks'].includes(key))) {
      const status = listAt(about.record, 'status').filter((one) => at(one, 'topic') === 'status')
      yield* status.map((one) => writeLine('{text}', one))
    }
    for (const key of isRevoked ? ['revoked', ...others] : asked) {
      const said = await sayFact(key, about, isRevoked)
      yield line`${answerOf(key, said, message.text)}${name} ${said}.`
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

/** What is read about one organization. */
type About = { who: Organization; record: unknown; read: (source: string) => Promise<unknown> }

async function openAbout(call: Asked['call'], who: Organization): Promise<About> {
  const EIN = who.ein
  const { body } = await call('organizations', { EIN, Registry: 'yes' })
  const data = Object(at(body, 'data'))
  const record = {
    ...data,
    amended: listAt(data, 'filings').filter((one) => at(one, 'amended') === true),
  }
  const read = async (source: string): Promise<unknown> => {
    if (source === 'record') return record
    if (source === 'readiness')
      return at((await call('organizations', { EINs: EIN })).body, 'Organizations.0.Readiness')
    try {
      if (source === 'page') return (await call('organizations', { EIN })).body
      if (source === 'checks') {
        const { body } = await call('organizations', { EIN, Section: 'Checks' })
        return {
          failed: listAt(body, 'Data.Checks').filter((one) => at(one, 'Status') === 'Failed'),
        }
      }
      const { body } = await call('filings', { EIN, Lines: 'yes' })
      return Object.assign({}, ...listAt(body, 'data.parts').map((part) => at(part, 'facts')))
    } catch (error) {
      // The organization has no return.
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  }
  return { who, record, read }
}

async function sayFact(key: string, about: About, isRevoked: boolean): Promise<Line> {
  const { who, record, read } = about
  if (key === 'ein') return [`has the EIN ${formatEin(who.ein)}`]
  if (key === 'deductible') return sayDeductible(about)
  if (key === 'sanctions' || key === 'standing') return sayReadiness(await read('readiness'), key)
  const [
    source = '',
    each = '',
    none = `has no ${key} in the loaded data`,
    start = '',
    template = '',
  ] = FACTS.get(key) ?? []
  const json = await read(source)
  if (source !== '' && json === undefined) return ['has no loaded return, which would state this']
  const rows = each === '' ? [json] : listAt(json, each).slice(0, 5)
  const found = rows.map((row) => writeLine(`[${template}]`, row)).filter((row) => row.length > 0)
  if (found.length > 0) {
    const said = key === 'revoked' && isRevoked ? 'has lost its tax exemption:' : start
    return inWords([`${said} `, ...joined(found, '; ')])
  }
  if (key === 'exemption') {
    const chips = listAt(await read('page'), 'Hero.Chips').map((chip) =>
      writeLine('{Label||EvidenceRef}', chip),
    )
    const [filed] = chips.filter((chip) => textOf(chip).startsWith('501'))
    if (filed) return line`is exempt under section ${filed}, according to its newest return`
  }
  return key === 'founded' && textAt(record, 'identity.registry.ruling_month.label')
    ? [`${none}; it `, ...(await sayFact('rulingDate', about, isRevoked))]
    : [none]
}

async function sayDeductible({ record, read }: About): Promise<Line> {
  const listed = writeLine(
    '[IRS Publication 78 lists it with code {identity.registry.publication_78.value||identity.registry.publication_78.ref}]',
    record,
  )
  if (listed.length > 0) {
    const isLimited = textAt(await read('page'), 'Hero.Deductibility.Status') === 'Limited'
    return line`can receive tax-deductible contributions${isLimited ? ', with limits' : ''}: ${listed}`
  }
  const registered = writeLine(
    '[{identity.registry.deductibility.label||identity.registry.deductibility.ref}]',
    record,
  )
  return registered.length > 0
    ? line`has this entry in the IRS registry: ${registered}, but IRS Publication 78 as loaded does not list it`
    : ['is not listed in IRS Publication 78']
}

/** The compliance check: whether a restriction list has it, or its label, with the reasons. */
function sayReadiness(readiness: unknown, key: string): Line {
  const status = textAt(readiness, 'RestrictionStatus')
  const reasons = listAt(readiness, 'ReviewReasons').map(String).join(' ').replace(/\.$/, '')
  if (key === 'standing') {
    return [
      `has the compliance label “${textAt(readiness, 'Label')}”. ${reasons || 'No concern was found in the loaded data'}. This is no advice on whether to give`,
    ]
  }
  if (status === 'Clear')
    return ['has no match on the loaded restriction lists (OFAC sanctions, SAM.gov exclusions)']
  return [`${status === 'Confirmed' ? 'is' : 'may be'} on a restriction list: ${reasons}`]
}

function answerOf(key: string, said: Line, text: string): string {
  const asked = /501\s?\(?c\)?\s?\(?(\d+)/i.exec(text)?.[1]
  const [section] = valuesOf(said)
  if (key === 'exemption' && asked && section)
    return section.text.endsWith(`(c)(${asked})`) ? 'Yes. ' : 'No. '
  if (!YES[key] || !isYesOrNo(text)) return ''
  if (key === 'deductible' && /^has this/.test(String(said[0]))) return ''
  const isYes = YES[key]?.test(String(said[0])) ?? false
  // "Is it still exempt?" is the opposite of a revocation.
  if (key === 'revoked' && !/revo|los[te]/i.test(text)) return isYes ? 'No. ' : ''
  return isYes ? 'Yes. ' : 'No. '
}
