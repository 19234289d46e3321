import { readTsv } from '#src/domain/tsv.ts'
import type { MatchMethod } from '#src/rating/restriction.ts'

/** A made-up organization with its known facts. */
export type LabelledCase = {
  group: string
  expected: 'Confirmed' | 'Review' | 'Clear'
  /** The expected match; undefined if there should be none. */
  method: MatchMethod | undefined
  name: string
  place: string
  ein: string | undefined
  formerName: string | undefined
  doingBusinessAs: string | undefined
  officer: string | undefined
  /**
   * True for another organization that screening cannot distinguish, which costs people a review.
   */
  isOther: boolean
}

/** The cases for measuring precision and recall, in groups of one kind. */
export const CASES: readonly LabelledCase[] = readTsv(
  new URL('./labelled-cases.tsv', import.meta.url),
).map(([group = '', expected, method, name, officer, place = '', ein, former, alias, other]) => ({
  group,
  expected: expected as LabelledCase['expected'],
  method: (method || undefined) as MatchMethod | undefined,
  name: name || 'Quillfeather Choral Guild',
  place,
  ein: ein || undefined,
  formerName: former || undefined,
  doingBusinessAs: alias || undefined,
  officer: officer || undefined,
  isOther: other === 'yes',
}))
