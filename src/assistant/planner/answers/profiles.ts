import type { FigureKey } from '#src/figures/figures.ts'
import { readFigures } from '#src/tools/organization/figures.ts'
import { type Leader, readLeadershipTool } from '#src/tools/organization/leadership.ts'
import { NAMES, type ReadProfileAnswer, readProfileTool } from '#src/tools/organization/profile.ts'
import { explainRating } from '#src/tools/organization/rating.ts'
import { counted } from '#src/tools/text.ts'
import type { When } from '../questions/question.ts'
import {
  LAG,
  plainName,
  quote,
  type Said,
  say,
  sayDollars,
  sayFiling,
  sayForm,
  sayList,
  sayScore,
  sayValue,
  sayWho,
  type Work,
} from './say.ts'

/** Identifies an organization: names, place, forms, and years. */
export async function* answerIdentity(work: Work, ein: string): Said {
  const profile = await work.call(readProfileTool, { ein })
  yield* sayIdentity(profile)
  for (const { name, kind, citation } of profile.otherNames) {
    yield* say(`- ${NAMES[kind]}: ${plainName(name)}.`, citation)
  }
  yield* sayFlags(profile)
  yield* say(LAG)
}

/** Quotes the mission as filed and the classification in the registry. */
export async function* answerProfile(work: Work, ein: string): Said {
  const profile = await work.call(readProfileTool, { ein })
  yield* sayIdentity(profile)
  const { mission, ntee, exemption, website, form } = profile
  if (mission) yield* say(`It states its mission as ${quote(String(mission.value))}`, mission)
  // Other forms have no line for a mission.
  else if (form === '990' || form === '990EZ')
    yield* say('Its latest return does not state a mission.')
  else yield* say('Its mission is unknown.')
  if (ntee) yield* say(`It is classified as ${ntee.label} (NTEE ${ntee.code}).`, ntee.citation)
  if (exemption) yield* say(`Exemption: ${exemption.label}.`, exemption.citation)
  if (website) yield* say(`Website as filed: ${plainName(String(website.value))}`, website)
  yield* sayFlags(profile)
  if (form) yield* saySize(work, ein)
  yield* say(LAG)
}

/** Reports the totals of the latest return and the rating, if known. */
async function* saySize(work: Work, ein: string): Said {
  const wanted = [...SIZE]
  const { filing, figures } = await work.call(readFigures, { ein, figures: wanted })
  for (const figure of figures) {
    const { label, citation } = figure
    yield* say(`${label}, ${sayFiling(filing)}: ${sayValue(figure)}.`, citation)
  }
  const { score, band, possible, scoreCitation } = await work.call(explainRating, { ein })
  if (score === undefined) yield* say('It has no rating.')
  else yield* say(`Its rating is ${sayScore(score, band, possible)}.`, scoreCitation)
}

// Figures that show its size.
const SIZE: readonly FigureKey[] = ['revenue', 'expenses', 'assets']

function* sayIdentity({ place, form, latestYear, years, ...who }: ReadProfileAnswer) {
  const where = place ? ` is in ${plainName(place)}` : ' is an organization with no known location'
  const named = who.citations.filter(({ label }) => label === 'Name')
  yield* say(`${sayWho(who)}${where}.`, ...named)
  if (!form || latestYear === undefined) {
    yield* say(
      'No returns or postcards from this organization are loaded, or all of them are excluded.',
    )
    return
  }
  const filed = years.toSorted((left, right) => left - right).map(String)
  yield* say(
    `It files ${sayForm(form)}. Filings are loaded for tax ${filed.length === 1 ? 'year' : 'years'} ${sayList(filed)}.`,
  )
}

function* sayFlags({ flagged }: ReadProfileAnswer) {
  for (const sentence of flagged) yield* say(sentence)
}

// The best-paid and the presiding people are among the first six in nearly every list.
const SHOWN = 6

/** Lists the leaders of an organization, and the pay that its return reports. */
export async function* answerLeadership(
  work: Work,
  ein: string,
  { year, limit = SHOWN, chiefFirst }: When & { limit?: number; chiefFirst?: boolean },
): Said {
  const found = await work.call(readLeadershipTool, {
    ein,
    limit,
    year,
    chiefFirst,
  })
  const { filing, people, total } = found
  if (people.length === 0) {
    yield* say(`${sayWho(filing)} lists no one in its ${sayFiling(filing)}.`)
  } else {
    const all = total > people.length ? `; ${people.length} of ${total} shown` : ''
    yield* say(
      `${sayWho(filing)} lists ${counted(total, 'person', 'people')} in its ${sayFiling(filing)}${all}, ${orderOf(found)}${noChief(found)}`,
    )
  }
  for (const person of people) yield* sayPerson(person)
  yield* say(LAG)
}

type Found = Awaited<ReturnType<typeof readLeadershipTool.run>>

/** Ends the sentence before the list: with a colon, or with another sentence if no one leads. */
function noChief({ isUnsorted, chiefs }: Found): string {
  if (chiefs !== 0) return ':'
  const who = isUnsorted ? 'None of these people' : 'No one listed'
  return `. ${who} has the title of chief executive, executive director, or president.`
}

function orderOf({ isUnsorted, unranked, chiefs, people }: Found): string {
  const hasRelated = people.some(({ relatedCompensation }) => relatedCompensation !== undefined)
  const together = hasRelated
    ? ', counting pay from the organization and from related organizations'
    : ''
  const unread = unranked
    ? `; the pay of ${counted(unranked, 'person', 'people')} is not readable, so their rank is unknown`
    : ''
  const paid = `highest paid first${together}${unread}`
  const order = isUnsorted
    ? 'in the order filed, because the list is too long to sort by pay'
    : paid
  return chiefs ? `chief executives and presidents first, then ${order}` : order
}

function sayPerson(person: Leader) {
  const { name, title, compensation, relatedCompensation: related } = person
  const { isPayUnreadable, nameCitation, compensationCitation, relatedCitation } = person
  const role = title === undefined ? '' : `, ${plainName(title)}`
  const pay = [
    compensation !== undefined && `${sayDollars(compensation)} from the organization`,
    related !== undefined && `${sayDollars(related)} from related organizations`,
    isPayUnreadable && 'an amount that is not readable',
  ].filter(Boolean)
  return say(
    `- ${plainName(name)}${role}: ${pay.length > 0 ? pay.join(', ') : 'no pay listed'}.`,
    nameCitation,
    compensationCitation,
    relatedCitation,
  )
}
