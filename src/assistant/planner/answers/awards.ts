import { type AwardShown, listAwards } from '#src/tools/money/awards.ts'
import { counted } from '#src/tools/text.ts'
import { plainName, quote, type Said, say, sayDollars, sayWho } from './say.ts'
import type { Work } from './work.ts'

// As many as are read at a glance.
const SHOWN = 5

/** Federal awards that are attributed to an organization, and how sure that is. */
export async function* answerAwards(work: Work, ein: string, limit = SHOWN): Said {
  const answer = await work.call(listAwards, { ein, limit })
  const { awards, count } = answer
  if (count === undefined) {
    yield* say(
      `Of ${sayWho(answer)} no federal identifier is known, so its awards cannot be told; that does not mean it has none.`,
    )
    return
  }
  if (count === 0) {
    yield* say(`No federal award of USAspending is attributed to ${sayWho(answer)}.`)
    return
  }
  yield* say(
    `${counted(count, 'federal award')} of USAspending ${count === 1 ? 'is' : 'are'} attributed to ${sayWho(answer)}${awards.length > 0 ? ', the largest first:' : '.'}`,
  )
  for (const award of awards) yield* sayAward(award)
  yield* say(
    'Awards are attributed through a map of federal identifiers that can be wrong; they are as published, which lags behind.',
  )
}

function* sayAward(award: AwardShown) {
  const { awardId, amount, agency, purpose, startDate, nameMatches, recipientName } = award
  const sum = amount === undefined ? 'amount not told' : `${sayDollars(amount)} obligated`
  const parts = [
    `- ${plainName(awardId)}: ${sum}`,
    agency && `from ${plainName(agency)}`,
    startDate && `starting ${startDate}`,
    purpose && `for ${quote(purpose)}`,
  ].filter(Boolean)
  const doubt =
    nameMatches || recipientName === undefined
      ? ''
      : ` Its recipient is called ${plainName(recipientName)}, which is no known name of the organization.`
  yield* say(`${parts.join(', ')}.${doubt}`, award.citation)
}
