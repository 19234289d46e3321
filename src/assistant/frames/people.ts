import { toFiledName } from '#src/domain/filed-text.ts'
import { countOf, formatDollars } from '#src/domain/money.ts'
import { ApiError } from '#src/platform/errors.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { line, type Value } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { payView, valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type Response, type Said, sayWho } from '../asked.ts'
import { has, type Message, type Organization } from '../message.ts'
import { allRows, dollars, listOf, sayYears, yearOf } from './parts.ts'

/** Titles of each role, the surest first. */
const TITLES: Record<string, readonly RegExp[]> = {
  ceo: [
    /\bc\.?e\.?o\b|chief executive|executive director|exec\.? dir/i,
    /\bpresident\b(?! of the board)/i,
    /\b(?:managing director|director general|general manager|superintendent|head ?master|head of school|principal|administrator)\b/i,
    /\bchair(?:man|woman|person)?\b|^director$/i,
  ],
  president: [/\bpresident\b(?! of the board)/i],
  cfo: [/chief financial|\bcfo\b|director of finance|finance director|comptroller|controller/i],
  treasurer: [/treasurer/i],
  secretary: [/secretary/i],
  chair: [/\bchair(?:man|woman|person)?\b/i, /\bpresident\b/i],
  vp: [/vice president/i],
}
const NOT_IN_OFFICE = /\b(?:vice|past|former|ex|assistant|deputy|associate|elect)\b/i
const SHORT = new Map([
  ['coo', 'chief operating'],
  ['cto', 'chief technology'],
])
const ON_BOARD = /director|trustee|chair|president|secretary|treasurer|board|member|governor/i
const ON_STAFF =
  /chief|\bceo\b|executive director|\b(?!board)\w+ director|director of|vice president/i
const OF_BOARD_SIZE = /how (?:big|large).{0,20}board/i
const OF_ORGANIZATIONS =
  /\b(?:organi[sz]ations?|boards|charities|nonprofits|groups|elsewhere|other|connected|affiliated|involved)\b/i
const MOST = 25

/** A person in one tax year; `pay` is absent if it is not known. */
type Person = { person: unknown; own: unknown; name: string; title: string; pay?: number }
/** People who answer a question: a list, or those who hold an office. */
type Group = { people: Person[]; what: string; isList?: boolean; role?: string }

/** People who lead an organization, its board, their pay, and the organizations that a person served. */
export const people: Frame = async function* (asked) {
  const { message, call } = asked
  const { organizations, people: names, isFollowUp } = message
  const isAll = isFollowUp && !isOfPay(message) && OF_ORGANIZATIONS.test(message.text)
  if (names[0] !== undefined && (organizations.length === 0 || isAll)) {
    const found = await call('people', { Name: names[0], Limit: 20 })
    const eins = new Set(listAt(found.body, 'People').map((row) => textAt(row, 'EIN')))
    const [row] = listAt(found.body, 'People')
    const ein = textAt(row, 'EIN')
    const isOfOne = eins.size === 1 && (isOfPay(message) || yearOf(message) !== undefined)
    if (!isOfOne || !ein) {
      yield* organizationsOf(names[0], found)
      return
    }
    message.organizations = [{ ein, name: textAt(row, 'OrganizationName') ?? '', said: '' }]
  }
  if (isOfBoardSize(message)) yield* boardSize(asked)
  const isOfLeader = ['ceo', 'cfo', 'chair', 'treasurer'].some((key) => has(message, 'role', key))
  if (!isOfBoardSize(message) || isOfLeader)
    for (const one of message.organizations.slice(0, 4)) yield* peopleOf(one, asked)
  yield LAG
}

function* organizationsOf(name: string, response: Response): Generator<Said> {
  const rows = listAt(response.body, 'People')
  const served = new Map(rows.map((row) => [textAt(row, 'EIN'), textAt(row, 'OrganizationName')]))
  const names = listOf([...served.values()].map((one = '') => toFiledName(one)))
  if (rows.length === 0) yield line`No loaded return lists a person named ${toFiledName(name)}.`
  else {
    yield line`The name ${toFiledName(name)} is listed by ${countOf(served.size, 'organization')}: ${names}.`
    yield* response.lines
  }
}

const isOfPay = (message: Message): boolean =>
  has(message, 'pay') ||
  has(message, 'role', 'bestPaid') ||
  (has(message, 'feature', 'howMuch') && (message.people.length > 0 || has(message, 'role'))) ||
  message.figures.includes('highestPaidCompensation')

const isOfBoardSize = (message: Message): boolean =>
  message.figures.some((key) => /^(?:voting|independent)/.test(key)) ||
  has(message, 'role', 'independent') ||
  (has(message, 'feature', 'count') && has(message, 'role', 'board')) ||
  OF_BOARD_SIZE.test(message.text)

async function* boardSize({ message, call }: Asked): AsyncGenerator<Said> {
  const EINs = message.organizations.map(({ ein }) => ein)
  const given = { EINs, Figures: ['VotingMembers', 'IndependentMembers'], Year: yearOf(message) }
  const { body } = await call('compare', given)
  for (const one of listAt(body, 'Organizations')) {
    const [voting, independent] = listAt(one, 'Figures').map((figure) => valueIn(figure))
    const who = writeLine('{Name|name} (EIN {EIN|ein})', one)
    const why = textAt(one, 'Figures.0.Why') ?? textAt(one, 'NotCompared') ?? 'No return is loaded.'
    yield voting
      ? line`The board of ${who} has ${voting} voting members, ${independent ?? 'an unknown number'} of them independent, according to its return for tax year ${textAt(one, 'Filing.TaxYear')}.`
      : line`The number of board members of ${who} is not known. ${why}`
  }
}

async function* peopleOf(one: Organization, asked: Asked): AsyncGenerator<Said> {
  const { message, call } = asked
  try {
    if (has(message, 'role', 'contractors')) {
      yield line`These are the contractors that ${sayWho(one)} paid the most:`
      yield* (await call('organizations', { EIN: one.ein, Section: 'Contractors' })).lines
    } else if (has(message, 'role', 'tenure') && message.people.length > 0) {
      yield* tenures(one, asked)
    } else yield* peopleInYear(one, asked)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    yield line`No return that lists this is loaded for ${sayWho(one)}, so it is not known.`
  }
}

/** How long the returns list people of an organization. */
async function* tenures({ ein }: Organization, { message, call }: Asked): AsyncGenerator<Said> {
  for (const name of message.people) {
    const { body } = await call('people', { Name: name })
    const own = listAt(body, 'People').find((row) => textAt(row, 'EIN') === ein)
    yield own
      ? writeLine(
          'The loaded returns of {OrganizationName|name} (EIN {EIN|ein}) list {PersonName|name|EvidenceRefs.0} from tax year {FirstYear} to {LastYear}, as {Titles|list}. Earlier years may not be loaded.',
          own,
        )
      : line`The loaded returns of this organization do not list ${toFiledName(name)}.`
  }
}

async function* peopleInYear(one: Organization, asked: Asked): AsyncGenerator<Said> {
  const { message, call } = asked
  const who = sayWho(one)
  const wanted = yearOf(message)
  const { first, rows } = await allRows(
    call,
    'people',
    { EIN: one.ein, LastYear: wanted },
    'People',
  )
  const filed = listAt(first.body, 'Years')
  const years = filed.map((each) => numberAt(each, 'TaxYear') ?? 0)
  const year = wanted ?? years[message.years.relative === 'before' ? 1 : 0]
  if (year === undefined || !years.includes(year)) {
    yield* noPeople(one, asked)
    return
  }
  const listed = (of: number) => rows.flatMap((person) => inYear(person, of) ?? [])
  if (has(message, 'role', 'tenure')) {
    yield line`The returns of ${who} list these leaders:`
    for (const each of years) {
      const heads = holdersOf(listed(each), 'ceo').map(
        ({ name, title }) => `${toFiledName(name)}, “${title}”`,
      )
      yield line`- ${each}: ${listOf(heads) || 'nobody with such a title'}`
    }
    return
  }
  if (isOfTotal(message)) yield* total(who, year, filed[years.indexOf(year)])
  else
    for (const group of groupsIn(message, listed(year))) yield* sayGroup(who, year, group, message)
}

/** The pay of the person in the office that a message names, or of the leader. */
export type Paid = { role: string; value: Value | undefined; note: string }

/** Returns the pay of one office in the newest year, or in the year that a message names. */
export async function paidIn({ ein }: Organization, { message, call }: Asked): Promise<Paid> {
  const wanted = yearOf(message)
  const given = { EIN: ein, LastYear: wanted }
  const { first, rows } = await allRows(call, 'people', given, 'People')
  const year = wanted ?? numberAt(first.body, 'Years.0.TaxYear') ?? 0
  const listed = rows.flatMap((person) => inYear(person, year) ?? [])
  const named = groupsIn(message, listed).find(({ isList }) => !isList)
  const { people: all, role = 'ceo' } = named ?? { people: holdersOf(listed, 'ceo') }
  const [best] = all.toSorted((a, b) => (b.pay ?? 0) - (a.pay ?? 0))
  const name = ROLES[role] ?? (role.length < 4 ? role.toUpperCase() : role)
  if (best?.pay === undefined) return { role: name, value: undefined, note: 'no pay is listed' }
  const pay = payOf(best, best.pay)
  const note = `${toFiledName(best.name)}, ${best.title}, tax year ${year}`
  return { role: name, value: typeof pay === 'string' ? undefined : pay, note }
}

const ROLES: Record<string, string> = { ceo: 'top executive', bestPaid: 'best paid person' }

function inYear(person: unknown, year: number): Person | undefined {
  const own = listAt(person, 'Years').find((one) => at(one, 'TaxYear') === year)
  if (!own) return undefined
  const pay = numberAt(own, 'Amount')
  const title = textAt(own, 'Title') ?? textAt(person, 'Title') ?? ''
  const name = textAt(person, 'PersonName') ?? ''
  return { person, own, name, title, ...(pay !== undefined && { pay }) }
}

const isOfTotal = (message: Message): boolean =>
  message.figures.includes('officerCompensation') ||
  (has(message, 'role', 'officers') && has(message, 'pay') && has(message, 'feature', 'howMuch'))

function* total(who: string, year: number, filed: unknown): Generator<Said> {
  const label = 'Compensation of officers, directors, and key employees'
  const own = valueIn(at(filed, 'OfficerCompensation'), label, 'USD')
  if (own)
    yield line`${who} paid its officers, directors, and key employees ${own} in tax year ${year}.`
  yield line`Its return lists ${countOf(numberAt(filed, 'ListedCount') ?? 0, 'person', 'people')}, ${textAt(filed, 'PaidCount')} of them paid, ${dollars(numberAt(filed, 'TotalPay'), 'Total pay')} in all.`
}

/** Chooses the people that a message asks about. */
function groupsIn(message: Message, listed: Person[]): Group[] {
  const { people: names, minAmount: least } = message
  const paid = listed
    .filter(({ pay = 0 }) => pay >= (least ?? 1))
    .sort((a, b) => (b.pay ?? 0) - (a.pay ?? 0))
  if (names.length > 0) {
    const named = listed.filter(({ name }) => names.some((one) => isSame(name, one)))
    return [{ people: named, what: `named ${listOf(names)}` }]
  }
  if (FORMER.test(message.text)) {
    const former = paid.filter(({ title }) => FORMER.test(title))
    return [{ people: former, what: 'with pay and a former office', isList: true }]
  }
  if (least !== undefined)
    return [{ people: paid, what: `with pay of at least ${formatDollars(least)}`, isList: true }]
  const isCeo = message.words.some(({ key, said }) => key === 'ceo' || /\bceo\b/i.test(said))
  if (
    isOfPay(message) &&
    (has(message, 'role', 'bestPaid') ||
      (message.figures.includes('highestPaidCompensation') && !isCeo))
  )
    return [{ people: bestPaid(message, paid), what: 'with pay', role: 'bestPaid' }]
  const roles = message.words.flatMap(({ list, key, said }) =>
    list === 'role' ? (roleOf(key, said.toLowerCase()) ?? []) : [],
  )
  const isOfOffice = roles.some((role) =>
    /^(?:ceo|president|chair|treasurer|secretary)$/.test(role),
  )
  if (roles.includes('board') && !isOfOffice) {
    const board = listed.filter(({ title }) => ON_BOARD.test(title) && !ON_STAFF.test(title))
    return [{ people: board, what: 'with a title of its board', isList: true }]
  }
  if (roles.includes('officers')) return [{ people: listed, what: 'in all', isList: true }]
  const offices = roles.filter((role) => role !== 'board')
  return [...new Set(offices.length > 0 ? offices : ['ceo'])].map((role) => {
    const what =
      role === 'ceo'
        ? 'with the title of a chief executive or president'
        : `with the title “${role}”`
    return { people: holdersOf(listed, role), what, role }
  })
}

/** The best paid people; "who is not the CEO" leaves out its leaders. */
function bestPaid({ text, limit = 1 }: Message, paid: Person[]): Person[] {
  const leaders = NOT_LEADER.test(text) ? holdersOf(paid, 'ceo') : []
  return paid.filter((one) => !leaders.includes(one)).slice(0, limit)
}

const FORMER = /\b(?:former|past|ex)\b/i
const NOT_LEADER =
  /\b(?:not|other than|besides|except|excluding|apart from|after) (?:the |its |their )?(?:ceo|president|chief|executive director|head|leader)/i

/** "The director" leads; "the directors" are the board. A title without a list of its own is a role. */
function roleOf(key: string, said: string): string | undefined {
  if (key === 'board') return said === 'director' ? 'ceo' : 'board'
  if (key === 'ceo' && /^(?:the )?president$/.test(said)) return 'president'
  if (key === 'coo') return SHORT.get(said) ?? said
  return key === 'officers' || TITLES[key] ? key : undefined
}

function holdersOf(listed: readonly Person[], role: string): Person[] {
  const isVice = NOT_IN_OFFICE.test(role) || role === 'vp'
  for (const pattern of TITLES[role] ?? [new RegExp(role, 'i')]) {
    const found = listed.filter(
      ({ title }) =>
        pattern.test(title) && (isVice || !NOT_IN_OFFICE.test(title.replace(pattern, ''))),
    )
    if (found.length > 0) return found
  }
  return []
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
  if (isList || chosen.length === 0) {
    const count = chosen.length === 0 ? 'nobody' : countOf(chosen.length, 'person', 'people')
    yield line`The return of ${who} for tax year ${year} lists ${count} ${what}${isList && chosen.length > 0 ? ':' : '.'}`
  }
  const { from, to } = message.years
  const isOverYears =
    has(message, 'feature', 'trend') || has(message, 'feature', 'more') || from !== to
  for (const [place, one] of chosen.slice(0, MOST).entries()) {
    const lead = line`${toFiledName(one.name)}, ${titleOf(one)}`
    const paid =
      one.pay === undefined ? 'has no reported pay' : line`was paid ${payOf(one, one.pay)}`
    if (isList) yield isPay ? line`- ${lead}: ${payOf(one, one.pay)}` : line`- ${lead}`
    else if (!isPay)
      yield line`${lead}, ${role === 'ceo' ? 'leads' : 'serves at'} ${who}, according to its return for tax year ${year}.`
    else if (role === 'bestPaid' && place === 0)
      yield line`${lead}, is the best paid person of ${who} and ${paid} in tax year ${year}.`
    else if (role === 'ceo') yield line`${lead}, leads ${who} and ${paid} in tax year ${year}.`
    else yield line`${lead} of ${who}, ${paid} in tax year ${year}.`
    const own = isOverYears ? listAt(one.person, 'Years') : [one.own]
    const years = own.filter((year) => isInYears(message, numberAt(year, 'TaxYear')))
    if (isPay && !isList) for (const each of years) yield* payView.write({ Years: [each] })
  }
}

const isInYears = ({ years: { from = 0, to = 9999 } }: Message, year = 0): boolean =>
  year >= from && year <= to

const titleOf = ({ person, title }: Person): Value => {
  const ref = textAt(person, 'EvidenceRefs.0')
  return { text: `“${title}”`, label: 'Title', value: title, ...(ref !== undefined && { ref }) }
}

/** A sum of several parts has no Ref. */
function payOf({ own }: Person, pay: number | undefined): Value | string {
  const parts = listAt(own, 'Parts').filter((part) => at(part, 'Value') !== 0)
  const [only = at(own, 'Parts.0')] = parts
  return dollars(pay, 'Pay', parts.length < 2 ? textAt(only, 'EvidenceRef') : undefined)
}

async function* noPeople(one: Organization, { message, call }: Asked): AsyncGenerator<Said> {
  const who = sayWho(one)
  const { body } = await call('people', { EIN: one.ein, Limit: 1 })
  const filed = listAt(body, 'Years').map((year) => textAt(year, 'TaxYear') ?? '')
  if (filed.length > 0) {
    yield line`No loaded return of ${who} lists people${sayYears(message)}. Tax years with people: ${listOf(filed)}.`
    return
  }
  const { body: page } = await call('organizations', { EIN: one.ein })
  const officer = textAt(page, 'Hero.Contact.PrincipalOfficer')
  const ref = textAt(at(at(page, 'Hero.EvidenceRefs'), 'Contact.PrincipalOfficer'), 'Ref')
  const value: Value = {
    text: toFiledName(officer ?? ''),
    label: 'Principal officer',
    value: officer ?? '',
    ...(ref !== undefined && { ref }),
  }
  yield officer === undefined
    ? line`No return that lists people is loaded for ${who}, so its leaders and their pay are not known.`
    : line`${value} is the principal officer of ${who}, according to its latest postcard (Form 990-N). A postcard reports no pay and no other people.`
}
