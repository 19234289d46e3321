import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Asked, type Frame, LAG, sayWho, use } from '../asked.ts'
import { has, keysIn } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { figure } from './figure.ts'
import { unlessMissing } from './parts.ts'
import { figuresOf, inWords, joined, useLists } from './read-figures.ts'

/** What "its policies" means. */
const ALL = [
  ...['conflictOfInterestPolicy', 'whistleblowerPolicy', 'documentRetentionPolicy'],
  ...['boardMinutes', 'executiveCompensationReview', 'auditedStatements'],
]
const INSIDERS = ['businessWithOfficers', 'businessWithFamily', 'businessWithControlledEntity']
// Other forms ask about the same under other names.
const ALSO: Record<string, string[]> = {
  lobbyingActivities: ['influencedLegislation'],
  politicalActivities: ['influencedElections', 'triedToInfluencePolitics'],
  terminatedOperations: ['dissolvedOrContracted', 'finalReturn'],
  auditedStatements: ['ownAuditedStatements'],
}
// "Is it still operating?" and "Does it pay its board?" are the opposite of the line.
const OPPOSITE: Record<string, RegExp> = {
  terminatedOperations: /\b(still|exist\w*|active|open|operating)\b/i,
  nobodyPaid: /\b(pays?|paid)\b/i,
}
const MAX_YEARS = 8
const UNKNOWN =
  'I do not know which answer of a return is meant. Returns answer, for example, whether there is a conflict of interest, whistleblower, or document retention policy, an audit, minutes, a diversion of assets, lobbying, or an office abroad.'

/** The lines of a return by name. */
type Facts = { year: number; form: string; facts: unknown; years: number[] }

/** Answers whether an organization has a policy, or whether something happened, by its return. */
export const policy: Frame = async function* (asked) {
  const { message, call } = asked
  const { text, years } = message
  const isOfInsiders = /\binsiders?\b|\bdo(es|ing)? business with\b/i.test(text)
  const named = [...keysIn(message, 'policy'), ...(isOfInsiders ? INSIDERS : [])]
  if (named.length === 0) {
    if (figuresOf(message).length > 0) yield* figure(asked)
    else yield [UNKNOWN]
    return
  }
  const special = [...new Set(named)].filter((key) => key !== 'policies')
  useLists(message, 'policy', 'feature', 'role')
  if (isOfInsiders) use(message, 'business', 'insiders', 'insider')
  // "Does it own offshore subsidiaries?" is not what the line asks.
  const isSure = message.unread.every(isAsked)
  if (special.includes('auditedStatements') && has(message, 'feature', 'who'))
    yield ['Returns say whether the accounts were audited, and not by whom.']
  for (const organization of message.organizations) {
    const EIN = organization.ein
    const newest = await readFacts(call, EIN, years.from === years.to ? years.from : undefined)
    const isEver = /\bever\b/i.test(text) && years.from === undefined
    const { from = isEver ? 0 : 9999, to = 9999 } = years
    const others = newest.years.filter((year) => year !== newest.year && year >= from && year <= to)
    const older = others.slice(0, MAX_YEARS).map((year) => readFacts(call, EIN, year))
    const returns = [newest, ...(await Promise.all(older))]
    let who = sayWho(organization)
    for (const key of special.length > 0 ? special : ALL) {
      const { label, said } = sayAnswer(who, key, returns, text, isSure)
      yield said
      use(message, ...label.split(' '))
      who = 'it'
    }
    if (special.some((key) => INSIDERS.includes(key))) {
      yield* await insiders(call, { EIN, Section: 'InterestedPersons', Year: newest.year })
    }
  }
  yield LAG
}

async function readFacts(call: Asked['call'], EIN: string, year?: number): Promise<Facts> {
  const { body } = await call('filings', { EIN, Lines: 'yes', ...(year && { Year: year }) })
  return {
    year: numberAt(body, 'data.filing.tax_year') ?? 0,
    form: textAt(body, 'data.filing.form') ?? '990',
    facts: Object.assign({}, ...listAt(body, 'data.parts').map((part) => at(part, 'facts'))),
    years: listAt(body, 'data.years').map(Number),
  }
}

/** The transactions with insiders that the return lists. */
async function insiders(call: Asked['call'], given: Record<string, unknown>): Promise<Line[]> {
  const found = await unlessMissing(call('organizations', given))
  return found?.lines.filter(([start]) => start === '- ') ?? []
}

/** "Yes. In tax year 2023, NAME answered yes on …"; of several years, yes if one says so. */
function sayAnswer(
  who: string,
  key: string,
  returns: readonly Facts[],
  text: string,
  isSure: boolean,
): { label: string; said: Line } {
  const found = returns.flatMap(({ year, facts }) => {
    const names = [key, ...(ALSO[key] ?? [])].map((name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    const name = names.find((one) => typeof at(facts, `${one}.value`) === 'boolean')
    return name === undefined ? [] : [{ year, fact: at(facts, name) }]
  })
  const [first] = found
  if (!first) {
    const name = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    const forms = joined(
      returns.map(({ year, form }): Line => [`Form ${form} for tax year ${year}`]),
      ', ',
    )
    return {
      label: name,
      said: inWords(
        line`Not known: the question about ${name} is not answered by the returns of ${who}: ${forms}.`,
      ),
    }
  }
  const hasYes = found.some(({ fact }) => at(fact, 'value') === true)
  const answer = hasYes !== (OPPOSITE[key]?.test(text) ?? false) ? 'Yes. ' : 'No. '
  const label = textAt(first.fact, 'label') ?? key
  const years = found.map(
    ({ year, fact }) => line`${writeLine('{value|answer|ref|label}', fact)} for tax year ${year}`,
  )
  return {
    label,
    said: line`${isSure ? answer : ''}${who} answered ${joined(years)} on “${label.charAt(0).toLowerCase() + label.slice(1)}” (${textAt(first.fact, 'line')}).`,
  }
}
