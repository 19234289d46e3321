import { ApiError } from '#src/platform/errors.ts'
import { sectorStats } from '#src/tools/sector.ts'
import { counted } from '#src/tools/text.ts'
import type { ToolDeps } from '#src/tools/tool.ts'
import { type Answerer, type ChatEvent, NOT_YET, SUPPORTED } from '../../chat.ts'
import type { AboutOrganizations, Question, UnreadReason } from '../questions/question.ts'
import { readQuestion } from '../questions/read-question.ts'
import { answerAdvice, answerChecks, answerCompliance, answerRating } from './conduct.ts'
import { answerComparison, answerFigures } from './figures.ts'
import {
  answerAwards,
  answerFunders,
  answerGrantees,
  answerGrants,
  findPairs,
  OTHER_MEANT,
  SURELY_MEANT,
  sayTaken,
} from './network.ts'
import { answerIdentity, answerLeadership, answerProfile } from './profiles.ts'
import { askWho, type Resolved, resolveAll, resolveMention, WHO } from './resolve.ts'
import {
  quote,
  type Said,
  say,
  sayDollars,
  sayEin,
  sayWho,
  startWork,
  TooMuchWork,
  type Work,
} from './say.ts'
import { answerRecovery, answerSearch, isSearch } from './searches.ts'

/**
 * Answers by rule, without a model: interprets a message as one of the questions and answers it
 * with tools, each figure followed by its citation. Ends without throwing when the signal aborts;
 * throws ApiError if an engine is unavailable.
 */
export const createPlanner = (deps: ToolDeps): Answerer =>
  async function* answer({ message, history, context }, signal): AsyncGenerator<ChatEvent, void> {
    const question = readQuestion(message, history, context)
    try {
      for await (const event of answerQuestion(startWork(deps, signal), question)) {
        if (signal.aborted) return
        yield event
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

/**
 * Answers a question. A missing organization or filing is an answer, too; throws other failures.
 */
async function* answerQuestion(work: Work, question: Question): Said {
  try {
    yield* answerKind(work, question)
  } catch (error) {
    if (error instanceof TooMuchWork) {
      yield* say(
        'This question needs too many lookups for one answer. Ask about fewer organizations at once.',
      )
    } else if (isAnswer(error)) yield* say(error.message)
    else throw error
  }
}

/**
 * Returns whether an error is an answer: with status 404 or 422, its message says what exists or
 * what to ask.
 */
const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 422)

function answerKind(work: Work, question: Question): Said {
  switch (question.kind) {
    case 'Help':
      return answerHelp()
    case 'Unknown':
      return answerUnknown(question.reason)
    case 'Sector':
      return answerSector(work, question.year)
    case 'Recover':
      return answerRecovery(work, question.text)
    case 'Find':
      return answerSearch(work, question.text, question.limit)
    case 'Lookup':
      return answerLookup(work, question.text)
    case 'Grants':
      return answerSides(work, question)
    case 'Compare':
      return answerCompare(work, question)
    default:
      return answerEach(work, question)
  }
}

/** Looks up a name; otherwise searches for the words; otherwise proposes other searches. */
async function* answerLookup(work: Work, text: string): Said {
  const found = await resolveMention(work, { name: text })
  if (found.kind === 'one') {
    yield* sayNear(found)
    yield* answerIdentity(work, found.ein)
  } else if (found.kind === 'which') yield* askWho(found)
  else if (isSearch(text)) yield* answerSearch(work, text)
  else {
    yield* askWho(found)
    yield* answerRecovery(work, text, found.found.candidates.length > 0)
  }
}

/** Says which organization a misspelled name was matched to. */
function* sayNear({ ein, name: own, asked }: One) {
  if (asked === undefined || own === undefined) return
  yield* say(
    `No organization is called ${quote(asked)}. The closest match is ${sayWho({ ein, name: own })}.`,
  )
}

type Grants = Extract<Question, { kind: 'Grants' }>

async function* answerSides(work: Work, { funder, recipient, year }: Grants): Said {
  if (!funder || !recipient) {
    yield* say(WHO)
    return
  }
  const [giver, taker] = [await resolveMention(work, funder), await resolveMention(work, recipient)]
  const isSure = [giver, taker].every((side) => side.kind === 'one' && side.asked === undefined)
  const pairs = isSure ? [] : await findPairs(work, giver, taker, year)
  const [pair] = pairs
  if (giver.kind === 'one' && taker.kind === 'one') {
    yield* sayNear(giver)
    yield* sayNear(taker)
    if (isSure || pair) {
      yield* answerGrants(work, giver.ein, taker.ein, { recipientName: taker.name, year })
    }
    if (!isSure) yield* say(pair ? OTHER_MEANT : SURELY_MEANT)
    return
  }
  if (pair && pairs.length === 1) {
    yield* sayTaken(giver, pair.giver)
    yield* sayTaken(taker, pair.taker)
    const { ein, name } = pair.taker
    yield* answerGrants(work, pair.giver.ein, ein, { recipientName: name, year })
    yield* say(OTHER_MEANT)
    return
  }
  // Missing data about a guessed organization proves nothing.
  if (giver.kind !== 'one') yield* askWho(giver)
  if (taker.kind !== 'one') yield* askWho(taker)
}

type Compare = Extract<AboutOrganizations, { kind: 'Compare' }>

async function* answerCompare(work: Work, question: Compare): Said {
  const resolved = await resolveAll(work, question.organizations, true)
  const eins = [...new Set(resolved.flatMap((one) => (one.kind === 'one' ? [one.ein] : [])))]
  for (const one of resolved) {
    if (one.kind === 'one') yield* sayNear(one)
    else yield* askWho(one)
  }
  if (eins.length > MAX_COMPARED) {
    yield* say(`Only the first ${MAX_COMPARED} organizations are compared.`)
  }
  if (eins.length > 1) {
    if (question.isAdvice) yield* say(NO_ADVICE)
    yield* sayUnread(question)
    yield* answerComparison(work, eins.slice(0, MAX_COMPARED), question)
  } else if (resolved.some(({ kind }) => kind === 'none')) {
    yield* answerOnly(work, eins, question)
  } else if (resolved.every(({ kind }) => kind === 'one')) {
    yield* say('To compare organizations, give the names or EINs of at least two.')
  }
}

/** Answers for the only organization that was found. */
async function* answerOnly(work: Work, [ein]: readonly string[], question: Compare): Said {
  if (ein === undefined) return
  yield* say('Only one organization was found, so there is nothing to compare it with. Here it is:')
  yield* sayUnread(question)
  yield* answerFigures(work, ein, { ...question, aspect: 'year' })
}

const NO_ADVICE =
  'I cannot tell you which organization to give to. This is not financial or donation advice. Here is the evidence:'

// As many as the comparison tool accepts.
const MAX_COMPARED = 5

type AboutEach = Exclude<AboutOrganizations, { kind: 'Compare' }>

// Each gets its own answer.
const MAX_ANSWERED = 3

async function* answerEach(work: Work, question: AboutEach): Said {
  const { organizations } = question
  if (organizations.length === 0) {
    yield* say(WHO)
    return
  }
  const resolved = await resolveAll(work, organizations.slice(0, MAX_ANSWERED), false)
  const ones = resolved.filter((one) => one.kind === 'one')
  yield* sayUnread(question)
  if (question.kind === 'Figure' && question.aspect === 'year' && ones.length > 1) {
    for (const one of ones) yield* sayNear(one)
    const eins = ones.map(({ ein }) => ein)
    yield* answerComparison(work, eins, question)
    return
  }
  for (const one of resolved) {
    if (one.kind !== 'one') yield* askWho(one)
    else {
      yield* sayNear(one)
      yield* answerKnown(work, one, question)
    }
  }
}

// Kinds whose answers depend on the year.
const YEARLY = new Set<Question['kind']>([
  'Figure',
  'Compare',
  'Leadership',
  'Checks',
  'Funders',
  'Grantees',
])
const SUMMED = new Set<Question['kind']>(['Awards'])

/** States which parts of the question the answer does not use. */
function* sayUnread(question: AboutOrganizations) {
  const { kind, year, unread = [] } = question
  for (const one of unread) {
    yield* say(`“${one}” was not used in this answer.`)
  }
  if (year === undefined || YEARLY.has(kind)) return
  const shown = SUMMED.has(kind) ? 'covers all loaded years' : 'uses the latest available data'
  yield* say(`This is not available for ${year} alone. The following answer ${shown}.`)
}

/**
 * Answers, and adds the organization to the message of an error, because the message does not name
 * it.
 */
async function* answerKnown(work: Work, { ein, name }: One, question: AboutEach): Said {
  try {
    yield* answerOne(work, ein, question)
  } catch (error) {
    if (!isAnswer(error)) throw error
    yield* say(`${name === undefined ? sayEin(ein) : sayWho({ ein, name })}: ${error.message}`)
  }
}

type One = Extract<Resolved, { kind: 'one' }>

function answerOne(work: Work, ein: string, question: AboutEach): Said {
  switch (question.kind) {
    case 'Figure':
      return answerFigures(work, ein, question)
    case 'Funders':
      return answerFunders(work, ein, question)
    case 'Grantees':
      return answerGrantees(work, ein, question)
    case 'Rating':
      return answerRating(work, ein)
    case 'Leadership':
      return answerLeadership(work, ein, question)
    case 'Awards':
      return answerAwards(work, ein, question.limit)
    case 'Compliance':
      return answerCompliance(work, ein)
    case 'Checks':
      return answerChecks(work, ein, question)
    case 'Profile':
      return answerProfile(work, ein)
    case 'Identity':
      return answerIdentity(work, ein)
    case 'Advice':
      return answerAdvice(work, ein)
  }
}

const EXAMPLES =
  'Try, for example, “What was the revenue of Harbor House in 2021?” or “food banks in Ohio over $5M by rating”.'

/** Says what people can ask. */
async function* answerHelp(): Said {
  yield* say(
    'I answer questions about U.S. nonprofits from their public filings, with evidence. I can:',
  )
  for (const one of SUPPORTED) yield* say(`- ${one}`)
  yield* say('I do not cover:')
  for (const one of NOT_YET) yield* say(`- ${one}`)
  yield* say(EXAMPLES)
}

const REASONS: Record<UnreadReason, string> = {
  NotEnglish:
    'I understand only English. Please ask in English, and give the name or EIN of the organization.',
  OfMany:
    'I can answer this for only one organization at a time. Name one to see its funders, pay, rating, or compliance, or search for organizations by what they do and where.',
}

/** Says what to ask instead of a message that was not understood. */
async function* answerUnknown(reason?: UnreadReason): Said {
  if (reason) {
    yield* say(REASONS[reason])
    yield* say(EXAMPLES)
    return
  }
  yield* say(
    'I could not find a question here that public filings can answer. I can look up an organization and its filed figures, explain its rating, compare organizations, list funders and grantees, and find organizations by what they do and where.',
  )
  yield* say(
    'I cannot answer questions about policies (for example, on conflicts of interest), audits, or the year an organization was founded. For policies and audits, see the Governance section of the organization’s page.',
  )
  yield* say(EXAMPLES)
}

// The figures that describe the size of the sector.
const SHOWN = new Set([
  'revenue',
  'contributions',
  'programServiceRevenue',
  'expenses',
  'programExpenses',
  'assets',
])

/** Reports totals over all loaded organizations. */
async function* answerSector(work: Work, asked?: number): Said {
  const { charities, filings, year } = await work.call(sectorStats, { year: asked })
  yield* say(
    `The loaded data has ${counted(charities, 'organization')} with a return or postcard, and ${counted(filings, 'current filing')}.`,
  )
  if (!year) return
  const { taxYear, organizations, figures, isComplete } = year
  if (asked !== undefined && asked !== taxYear) {
    yield* say(
      `No returns for tax year ${asked} are loaded. These figures are for tax year ${taxYear}.`,
    )
  }
  yield* say(
    `In tax year ${taxYear}, ${counted(organizations, 'organization')} filed Form 990${isComplete === false ? '; that year is incomplete, because returns are still arriving' : ''}. Together, they reported:`,
  )
  for (const { label, sum, filings: count } of figures.filter(({ key }) => SHOWN.has(key))) {
    yield* say(`- ${label}: ${sayDollars(sum)}, from ${counted(count, 'return')}.`)
  }
  yield* say(
    'These totals cover only the Form 990 returns that are loaded. They lag behind current operations.',
  )
}
