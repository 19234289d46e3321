import { at, listAt, numberAt, textAt } from './read.ts'
import { dollars, NOT_READABLE, organization } from './words.ts'

/** One organization after the other: what speaks against it, or that nothing known does. */
export const renderDiligence = (answer: unknown): string[] =>
  listAt(answer, 'Organizations').flatMap(oneOrganization)

function oneOrganization(one: unknown): string[] {
  if (at(one, 'Name') === undefined) {
    const ein = textAt(one, 'EIN')?.padStart(9, '0')
    return [`- EIN ${ein}: no organization with this EIN is known here; nothing was checked.`]
  }
  const score = numberAt(one, 'Rating', 'Score')
  const rating = score === undefined ? 'not rated' : `rated ${score} of 100`
  const year = textAt(one, 'LatestYear') ?? 'none known'
  const revenue = revenueOf(one)
  const head = `- ${organization(one)}: ${textAt(one, 'Readiness', 'Label')}; ${rating}; latest tax year ${year}, revenue ${revenue}`
  const reasons = listAt(one, 'Readiness', 'ReviewReasons').map((reason) => `  - ${textAt(reason)}`)
  return [head, ...reasons]
}

function revenueOf(one: unknown): string {
  const unreadable = listAt(one, 'NotReadable').find((it) => textAt(it, 'Figure') === 'Revenue')
  return unreadable
    ? `${NOT_READABLE} [${textAt(unreadable, 'EvidenceRef')}]`
    : dollars(numberAt(one, 'Revenue'))
}
