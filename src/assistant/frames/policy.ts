import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Asked, type Frame, LAG, sayWho, use } from '../asked.ts'
import { has, keysIn } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { figure } from './figure.ts'
import { sayFiledLines } from './filed-lines.ts'
import { isInYears, toSnake, yearOf } from './parts.ts'
import { figuresOf, inWords, isYesOrNo, joined, useLists } from './read-figures.ts'
import { policiesOf, rowsAsked, rowsOf, sayRows, wordsAsking } from './rows.ts'

/** What "its policies" means. */
const ALL = [
  ...['conflictOfInterestPolicy', 'whistleblowerPolicy', 'documentRetentionPolicy'],
  ...['boardMinutes', 'executiveCompensationReview', 'auditedStatements'],
]
// Questions that want more than yes or no.
const DETAILS = /\b(?:what|who|whom|explain\w*|details?|how|which|why|amounts?)\b/i
const INSIDERS = [
  ...['businessWithOfficers', 'businessWithFamily', 'businessWithControlledEntity'],
  ...['excessBenefitTransaction', 'loansToInterestedPersons', 'grantsToInterestedPersons'],
]
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
  const asks = policiesOf(rowsAsked(message))
  const named = [...keysIn(message, 'policy'), ...asks, ...(isOfInsiders ? INSIDERS : [])]
  if (named.length === 0) {
    if (figuresOf(message).length > 0) yield* figure(asked)
    else yield [UNKNOWN]
    return
  }
  const special = [...new Set(named)].filter((key) => key !== 'policies')
  useLists(message, 'policy', 'feature', 'role')
  if (isOfInsiders) use(message, 'business', 'insiders', 'insider')
  // "Does it own offshore subsidiaries?" is not what the line asks.
  use(message, ...wordsAsking(message))
  const isSure = message.unread.every(isAsked)
  if (special.includes('auditedStatements') && has(message, 'feature', 'who'))
    yield ['Returns say whether the accounts were audited, and not by whom.']
  for (const organization of message.organizations) {
    const EIN = organization.ein
    const newest = await readFacts(call, EIN, yearOf(message))
    const isEver = /\bever\b/i.test(text) && years.from === undefined
    const range = { from: isEver ? 0 : 9999, ...years }
    const others = newest.years.filter(
      (year) => year !== newest.year && isInYears({ years: range }, year),
    )
    const older = others.slice(0, MAX_YEARS).map((year) => readFacts(call, EIN, year))
    const returns = [newest, ...(await Promise.all(older))]
    let who = sayWho(organization)
    const listed: string[] = []
    for (const list of isYesOrNo(text) ? [] : rowsOf(special))
      if (yield* sayRows(asked, organization, list)) listed.push(...policiesOf([list]))
    const positive: string[] = []
    for (const key of special.length > 0 ? special.filter((one) => !listed.includes(one)) : ALL) {
      const { label, said, part } = sayAnswer(who, key, returns, text, isSure)
      yield said
      if (part && DETAILS.test(text)) yield* sayFiledLines(asked, organization, part)
      if (part) positive.push(key)
      use(message, ...label.split(' '))
      who = 'It'
    }
    for (const list of isYesOrNo(text) ? rowsOf(positive) : [])
      yield* sayRows(asked, organization, list)
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

/** "Yes. In tax year 2023, NAME answered yes on …"; of several years, yes if one says so. */
function sayAnswer(
  who: string,
  key: string,
  returns: readonly Facts[],
  text: string,
  isSure: boolean,
): { label: string; said: Line; part?: string[] } {
  const names = [key, ...(ALSO[key] ?? [])].map(toSnake)
  const found = returns.flatMap(({ year, facts }) => {
    const own = names.map((name) => at(facts, name))
    const fact = own.find((one) => typeof at(one, 'value') === 'boolean')
    return fact === undefined ? [] : [{ ...Object(fact), year }]
  })
  const [first] = found
  if (!first) {
    const label = toSnake(key).replaceAll('_', ' ')
    const forms = joined(returns.map((one) => writeLine('Form {form} for tax year {year}', one)))
    const said = line`Not known: the question about ${label} is not answered by the returns of ${who}: ${forms}.`
    return { label, said: inWords(said) }
  }
  const hasYes = found.some((fact) => at(fact, 'value') === true)
  const answer = hasYes !== (OPPOSITE[key]?.test(text) ?? false) ? 'Yes. ' : 'No. '
  const label = textAt(first, 'label') ?? key
  const years = found.map((one) => writeLine('{value|answer|ref|label} for tax year {year}', one))
  return {
    label,
    // Explanations on Schedule O name the part and the line.
    ...(hasYes && { part: textAt(first, 'line')?.match(/Part \w+|line \w+/g) ?? [] }),
    said: line`${isSure ? answer : ''}${who} answered ${joined(years)} on “${label.charAt(0).toLowerCase() + label.slice(1)}” (${textAt(first, 'line')}).`,
  }
}
