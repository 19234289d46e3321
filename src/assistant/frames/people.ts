import { toFiledName } from '#src/domain/filed-text.ts'
import { countOf, formatDollars } from '#src/domain/money.ts'
import { holdersOf, isOffice, UNTIL } from '#src/domain/titles.ts'
import { ApiError } from '#src/platform/errors.ts'
import { interpretPeople } from '#src/search/people/interpret.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { line, type Value } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { payView, valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type OfOne, type Said, sayWho, use } from '../asked.ts'
import { has, type Message, type Organization } from '../message.ts'
import { figure } from './figure.ts'
import { allRows, andMore, dollars, isInYears, largest, listOf, sayYears, yearOf } from './parts.ts'
import { rowsAsked, sayRows } from './rows.ts'

const ON_BOARD = /director|trustee|chair|president|secretary|treasurer|board|member|governor/i
const ON_STAFF =
  /chief|\bceo\b|executive director|\b(?!board)\w+ director|director of|vice president|\bvp\b/i
const NAMES = /^\W*(?:and )?(?:who|whom|list|name|names of)\b(?! many)/i
// "Who was before her?" asks for the leaders of all years.
const OTHERS = /\bbefore (?:her|him|them)\b|predecessor|successor|replaced|took over/i
const OF_BOARD_SIZE = /how (?:big|large).{0,20}board/i
const OF_ORGANIZATIONS =
  /\b(?:organi[sz]ations?|boards|charities|nonprofits|groups|elsewhere|else|other|connected|affiliated|involved)\b/i
const MOST = 25

/** A person in one tax year; `pay` is absent if it is not known. */
type Person = {
  person: unknown
  own: unknown
  name: string
  title: string
  isFormer: boolean
  pay?: number
}
/** People who answer a question: a list, or those who hold an office. */
type Group = { people: Person[]; what: string; isList?: boolean; role?: string }

/** People who lead an organization, its board, their pay, and the organizations that a person served. */
export const people: Frame = async function* (asked) {
  const { message, call } = asked
  if (isOfGroupPay(message)) {
    const { lines } = await call('people', { Query: message.text, Limit: message.limit ?? 5 })
    message.unread = []
    yield* lines
    return yield [`All of these people: /people?${new URLSearchParams({ Query: message.text })}`]
  }
  const [name] = message.people
  const isAll = message.isFollowUp && !isOfPay(message) && OF_ORGANIZATIONS.test(message.text)
  if (name !== undefined && (message.organizations.length === 0 || isAll)) {
    const { body, lines } = await call('people', { Name: name, Limit: 20 })
    const rows = listAt(body, 'People')
    const served = new Map(rows.map((row) => [textAt(row, 'EIN'), textAt(row, 'OrganizationName')]))
    const [[ein, own = ''] = []] = served
    if (served.size !== 1 || !ein || !(isOfPay(message) || yearOf(message) !== undefined)) {
      const names = listOf([...served.values()].map((one = '') => toFiledName(one)))
      yield rows.length === 0
        ? line`No loaded return lists a person named ${toFiledName(name)}.`
        : line`The name ${toFiledName(name)} is listed by ${countOf(served.size, 'organization')}: ${names}.`
      if (rows.length > 0) yield* lines
      return
    }
    message.organizations = [{ ein, name: own, said: '' }]
  }
  // The return counts everyone paid over $100,000, and lists only some.
  if (has(message, 'feature', 'count') && message.minAmount === 100_000) {
    message.figures = ['peopleOver100k']
    return yield* figure(asked)
  }
  if (rowsAsked(message).includes('bonus')) {
    for (const one of message.organizations)
      yield* sayRows(asked, one, 'bonus', (rows) => chosenIn(rows, message))
    return yield LAG
  }
  const isOfSize = isOfBoardSize(message)
  if (isOfSize) yield* boardSize(asked)
  if (!isOfSize || ['ceo', 'cfo', 'chair', 'treasurer'].some((key) => has(message, 'role', key)))
    for (const one of message.organizations.slice(0, 4)) yield* peopleOf(one, asked)
  yield LAG
}

/** "What is the median pay of CFOs?" asks about a group, which the search of people reads. */
export const isOfGroupPay = (message: Message): boolean =>
  message.organizations.length + message.people.length === 0 &&
  has(message, 'unfiled', 'average') &&
  /\b(?:pay|paid|salar\w+|compensation|earns?|makes?|wages?)\b/i.test(message.text) &&
  interpretPeople(message.text).settings.Title !== undefined

/** Of rows of a section, those of the offices or people that a message names. */
function chosenIn(rows: unknown[], message: Message): unknown[] {
  const listed = rows.map((own): Person => {
    const [name = '', title = ''] = [textAt(own, 'Values.Name'), textAt(own, 'Values.Title')]
    return { person: own, own, name, title, isFormer: at(own, 'Values.Former') === true }
  })
  const named = groupsIn(message, listed).filter(({ role }) => role || message.people.length > 0)
  return has(message, 'role') || message.people.length > 0
    ? named.flatMap(({ people: all }) => all.map(({ own }) => own))
    : rows
}

const isOfPay = (message: Message): boolean =>
  has(message, 'pay') ||
  has(message, 'role', 'bestPaid') ||
  (has(message, 'feature', 'howMuch') && (message.people.length > 0 || has(message, 'role'))) ||
  message.figures.includes('highestPaidCompensation')

const isOfBoardSize = (message: Message): boolean =>
  (message.figures.some((key) => /^(?:voting|independent)/.test(key)) &&
    !NAMES.test(message.text)) ||
  has(message, 'role', 'independent') ||
  (has(message, 'feature', 'count') && has(message, 'role', 'board')) ||
  OF_BOARD_SIZE.test(message.text)

const BOARD =
  '[The board of {Name|name} (EIN {EIN|ein}) has {Figures.0.Value|number|Figures.0.EvidenceRef|Figures.0.Label} voting members, [{Figures.1.Value|number|Figures.1.EvidenceRef|Figures.1.Label}||an unknown number] of them independent, according to its return for tax year {Filing.TaxYear}.||The number of board members of {Name|name} (EIN {EIN|ein}) is not known. [{Figures.0.Why}||{NotCompared}||No return is loaded.]]'

async function* boardSize({ message, call }: Asked): AsyncGenerator<Said> {
  const EINs = message.organizations.map(({ ein }) => ein)
  const given = { EINs, Figures: ['VotingMembers', 'IndependentMembers'], Year: yearOf(message) }
  const { body } = await call('compare', given)
  yield* listAt(body, 'Organizations').map((one) => writeLine(BOARD, one))
}

const peopleOf: OfOne = async function* (one, asked) {
  const { message, call } = asked
  try {
    if (has(message, 'role', 'contractors')) {
      const { lines } = await call('organizations', { EIN: one.ein, Section: 'Contractors' })
      yield line`These are the contractors that ${sayWho(one)} paid the most:`
      yield* lines
    } else if (
      has(message, 'role', 'tenure') &&
      message.people.length > 0 &&
      !OTHERS.test(message.text)
    ) {
      yield* tenures(one, asked)
    } else yield* peopleInYear(one, asked)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    yield line`No return that lists this is loaded for ${sayWho(one)}, so it is not known.`
  }
}

const TENURE =
  'The loaded returns of {OrganizationName|name} (EIN {EIN|ein}) list {PersonName|name|EvidenceRefs.0} from tax year {FirstYear} to {LastYear}, as {Titles|list}. Earlier years may not be loaded.'

/** How long the returns list people of an organization. */
const tenures: OfOne = async function* ({ ein }, { message, call }) {
  for (const name of message.people) {
    const { body } = await call('people', { Name: name })
    const own = listAt(body, 'People').find((row) => textAt(row, 'EIN') === ein)
    yield own
      ? writeLine(TENURE, own)
      : line`The loaded returns of this organization do not list ${toFiledName(name)}.`
  }
}

/** Reads the people of an organization, and the year that a message is about, by default the newest. */
async function readPeople({ ein }: Organization, { message, call }: Asked) {
  const wanted = yearOf(message)
  const given = { EIN: ein, LastYear: wanted }
  const { first, rows } = await allRows(call, 'people', given, 'People')
  const filed = listAt(first.body, 'Years')
  const years = filed.map((each) => numberAt(each, 'TaxYear') ?? 0)
  const { relative, ago } = message.years
  const year = wanted ?? (ago ? (years[0] ?? 0) - ago : years[relative === 'before' ? 1 : 0])
  const listed = (of?: number) =>
    rows.flatMap((person) => inYear(person, of, of === years[0]) ?? [])
  return { filed, years, year, listed }
}

const peopleInYear: OfOne = async function* (one, asked) {
  const { message } = asked
  const who = sayWho(one)
  const { filed, years, year, listed } = await readPeople(one, asked)
  if (year === undefined || !years.includes(year)) yield* noPeople(one, asked)
  else if (has(message, 'role', 'tenure') && !FORMER.test(message.text)) {
    yield line`The returns of ${who} list these leaders:`
    for (const each of years) {
      const heads = holdersOf(listed(each), 'ceo').map(
        ({ name, title }) => `${toFiledName(name)}, “${title}”`,
      )
      yield line`- ${each}: ${listOf(heads) || 'nobody with such a title'}`
    }
  } else if (isOfTotal(message)) {
    const all = filed[years.indexOf(year)]
    const own = valueIn(at(all, 'OfficerCompensation'), OFFICERS, 'USD')
    if (own)
      yield line`${who} paid its officers, directors, and key employees ${own} in tax year ${year}.`
    yield writeLine(TOTAL, all)
  } else
    for (const group of groupsIn(message, listed(year))) yield* sayGroup(who, year, group, message)
}

const OFFICERS = 'Compensation of officers, directors, and key employees'
const TOTAL =
  'Its return lists {ListedCount|person/people}, {PaidCount} of them paid, {TotalPay|dollars} in all.'

/** The pay of the person in the office that a message names, or of the leader. */
export type Paid = { role: string; value: Value | undefined; note: string }

/** Returns the pay of one office in the newest year, or in the year that a message names. */
export async function paidIn(one: Organization, asked: Asked): Promise<Paid> {
  const { year, listed } = await readPeople(one, asked)
  const named = groupsIn(asked.message, listed(year)).find(({ isList }) => !isList)
  const { people: all, role = 'ceo' } = named ?? { people: holdersOf(listed(year), 'ceo') }
  const [best] = largest(all, ({ pay, isFormer }) => (isFormer ? 0 : pay))
  const name = ROLES[role] ?? (role.length < 4 ? role.toUpperCase() : role)
  if (best?.pay === undefined) return { role: name, value: undefined, note: 'no pay is listed' }
  const pay = payOf(best)
  const note = `${toFiledName(best.name)}, ${best.title}, tax year ${year}`
  return { role: name, value: typeof pay === 'string' ? undefined : pay, note }
}

const ROLES: Record<string, string> = { ceo: 'top executive', bestPaid: 'best paid person' }

/** Reads a person in a year. Whether one has left the office is known only in the newest. */
function inYear(person: unknown, year: number | undefined, isNewest: boolean): Person | undefined {
  const own = listAt(person, 'Years').find((one) => at(one, 'TaxYear') === year)
  if (!own) return undefined
  const pay = numberAt(own, 'Amount')
  const title = textAt(own, 'Title') ?? textAt(person, 'Title') ?? ''
  const name = textAt(person, 'PersonName') ?? ''
  const isFormer = UNTIL.test(title) || (isNewest && at(person, 'Former') === true)
  return { person, own, name, title, isFormer, ...(pay !== undefined && { pay }) }
}

const isOfTotal = (message: Message): boolean =>
  message.figures.includes('officerCompensation') ||
  (has(message, 'role', 'officers') && has(message, 'pay') && has(message, 'feature', 'howMuch'))

/** Chooses the people that a message asks about. */
function groupsIn(message: Message, listed: Person[]): Group[] {
  const { people: names, minAmount: least = 1, text, words, limit } = message
  const paid = largest(
    listed.filter(({ pay = 0 }) => pay >= least),
    ({ pay }) => pay,
  )
  const list = (people: Person[], what: string): Group[] => [{ people, what, isList: true }]
  if (names.length > 0) {
    const named = listed.filter(({ name }) => names.some((one) => isSame(name, one)))
    return [{ people: named, what: `named ${listOf(names)}` }]
  }
  if (FORMER.test(text))
    return list(
      paid.filter(({ title }) => FORMER.test(title)),
      'with pay and a former office',
    )
  if (message.minAmount !== undefined)
    return list(paid, `with pay of at least ${formatDollars(least)}`)
  const isCeo = words.some(({ key, said }) => key === 'ceo' || /\bceo\b/i.test(said))
  const isTop = message.figures.includes('highestPaidCompensation') && !isCeo
  if (isOfPay(message) && (isTop || has(message, 'role', 'bestPaid'))) {
    // "Who is paid the most, other than the CEO?"
    const leaders = NOT_LEADER.test(text) ? holdersOf(paid, 'ceo') : []
    const others = paid.filter((one) => !leaders.includes(one))
    return [{ people: others.slice(0, limit ?? 1), what: 'with pay', role: 'bestPaid' }]
  }
  if (isOfPay(message) && has(message, 'feature', 'lowest'))
    return [{ people: paid.slice(-1), what: 'with pay', role: 'leastPaid' }]
  const roles = words.flatMap(({ list, key, said }) =>
    key === 'votingMembers'
      ? 'board'
      : list === 'role'
        ? (roleOf(key, said.toLowerCase()) ?? [])
        : [],
  )
  const offices = roles.filter((role) => role !== 'board')
  if (offices.length < roles.length && !offices.some((role) => OFFICE.test(role)))
    return list(
      listed.filter(
        ({ title, isFormer }) => !isFormer && ON_BOARD.test(title) && !ON_STAFF.test(title),
      ),
      'with a title of its board',
    )
  if (roles.includes('officers')) return list(listed, 'in all')
  return [...new Set(offices.length > 0 ? offices : ['ceo'])].map((role) => {
    const title = role === 'ceo' ? 'of a chief executive or president' : `“${role}”`
    const people = narrowed(holdersOf(listed, role), message)
    return { people, what: `with the title ${title}`, role }
  })
}

/** Of several coaches, the one whose title has another word of the message: "the football coach". */
function narrowed(people: Person[], message: Message): Person[] {
  const isSaid = (title: string) => (word: string) => title.toLowerCase().includes(word)
  const found = people.filter(({ title }) => message.unread.some(isSaid(title)))
  use(message, ...message.unread.filter((word) => found.some(({ title }) => isSaid(title)(word))))
  return found.length > 0 ? found : people
}

const OFFICE = /^(?:ceo|president|chair|treasurer|secretary)$/
const FORMER = /\b(?:former|past|ex)\b/i
const NOT_LEADER =
  /\b(?:not|other than|besides|except|excluding|apart from|after) (?:the |its |their )?(?:ceo|president|chief|executive director|head|leader)/i

/** "The director" leads; "the directors" are the board. A title without a list of its own is a role. */
function roleOf(key: string, said: string): string | undefined {
  if (key === 'board') return said === 'director' ? 'ceo' : 'board'
  if (key === 'ceo' && /^(?:the )?president$/.test(said)) return 'president'
  if (key === 'coo')
    return said.replace(/^coo$/, 'chief operating').replace(/^cto$/, 'chief technology')
  return key === 'officers' || isOffice(key) ? key : undefined
}

/** Whether all words of the shorter name are in the other; initials and middle names may be missing. */
function isSame(name: string, other: string): boolean {
  const [short = [], long = []] = [name, other]
    .map((one): string[] => one.toLowerCase().match(/[\p{L}'-]{2,}/gu) ?? [])
    .sort((a, b) => a.length - b.length)
  return short.length > 0 && short.every((word) => long.includes(word))
}

function* sayGroup(who: string, year: number, group: Group, message: Message): Generator<Said> {
  const { people: chosen, what, isList, role } = group
  const isPay = isOfPay(message)
  const start = `The return of ${who} for tax year ${year} lists`
  if (chosen.length === 0) yield line`${start} nobody ${what}.`
  else if (isList) yield line`${start} ${countOf(chosen.length, 'person', 'people')} ${what}:`
  const { from, to } = message.years
  const isOverYears = from !== to || ['trend', 'more'].some((key) => has(message, 'feature', key))
  for (const [place, one] of chosen.slice(0, MOST).entries()) {
    const lead = writeLine('{person.PersonName|name}, “{title||person.EvidenceRefs.0}”', one)
    const paid = one.pay === undefined ? 'has no reported pay' : line`was paid ${payOf(one)}`
    const [leads, serves] = one.isFormer
      ? ['formerly led', 'formerly served at']
      : ['leads', 'serves at']
    if (isList) yield line`- ${lead}${isPay ? line`: ${payOf(one)}` : ''}`
    else if (!isPay)
      yield line`${lead}, ${role === 'ceo' ? leads : serves} ${who}, according to its return for tax year ${year}.`
    else if (/^(?:best|least)Paid$/.test(role ?? '') && place === 0)
      yield line`${lead}, is the ${role?.replace('Paid', '')} paid person of ${who} and ${paid} in tax year ${year}.`
    else if (role === 'ceo') yield line`${lead}, ${leads} ${who} and ${paid} in tax year ${year}.`
    else yield line`${lead} of ${who}, ${paid} in tax year ${year}.`
    const years = isOverYears ? listAt(one.person, 'Years') : [one.own]
    for (const each of isPay && !isList ? years : [])
      if (isInYears(message, numberAt(each, 'TaxYear'))) yield* payView.write({ Years: [each] })
  }
  yield* andMore(chosen.length - MOST, 'name')
}

/** A sum of several parts has no Ref. */
function payOf({ own, pay }: Person): Value | string {
  const parts = listAt(own, 'Parts').filter((part) => at(part, 'Value') !== 0)
  const [only = at(own, 'Parts.0')] = parts
  return dollars(pay, parts.length < 2 ? textAt(only, 'EvidenceRef') : undefined, 'Pay')
}

const OFFICER =
  '[{Hero.Contact.PrincipalOfficer|name|Hero.EvidenceRefs.Contact.PrincipalOfficer.Ref}]'

const noPeople: OfOne = async function* (one, { message, call }) {
  const who = sayWho(one)
  const { body } = await call('people', { EIN: one.ein, Limit: 1 })
  const filed = listAt(body, 'Years').map((year) => textAt(year, 'TaxYear') ?? '')
  if (filed.length > 0) {
    yield line`No loaded return of ${who} lists people${sayYears(message)}. Tax years with people: ${listOf(filed)}.`
    return
  }
  const officer = writeLine(OFFICER, (await call('organizations', { EIN: one.ein })).body)
  yield officer.length === 0
    ? line`No return that lists people is loaded for ${who}, so its leaders and their pay are not known.`
    : line`${officer} is the principal officer of ${who}, according to its latest postcard (Form 990-N). A postcard reports no pay and no other people.`
}
