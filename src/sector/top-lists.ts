import type { ListedOrganization, TopList } from '#mappings/sector.ts'
import { groupBy } from '../domain/es2024.ts'
import { toRef } from '../domain/evidence.ts'
import { formatDerivedRef } from '../domain/facts/derived.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '../domain/filed-text.ts'
import type { Form } from '../domain/form.ts'
import { knownFields } from '../domain/known-fields.ts'
import { causes, MAJOR_GROUPS } from '../domain/ntee.ts'

/** A list has exactly this many organizations; a group with fewer has no list. */
export const LIST_LENGTH = 10

/** Groups that can have a list. Z means "Unknown". */
export const LISTED_GROUPS: readonly string[] = MAJOR_GROUPS.map(({ letter }) => letter).filter(
  (letter) => letter !== 'Z',
)

/** An eligible organization near the top of its group, by revenue or prominence. */
export type Candidate = {
  ein: string
  name: string
  nameRef: string
  majorGroup: string
  score: number
  band: string
  periodEnd: string
  city: string | null
  state: string | null
  country: string | null
  form: Form
  objectId: string
  taxYear: number
  revenue: number
  revenuePath: string
  /** log10(1 + revenue) × score. */
  prominence: number
  /** Number of eligible organizations in its group. */
  eligible: number
}

/**
 * Returns a list for each major group with at least ten eligible organizations, by letter: the
 * first ten by filed revenue and by prominence; ties are ordered by EIN.
 */
export function toTopLists(candidates: readonly Candidate[]): TopList[] {
  const groups = groupBy(candidates, ({ majorGroup }) => majorGroup)
  return LISTED_GROUPS.flatMap((key) => {
    const own = groups.get(key) ?? []
    if (own.length < LIST_LENGTH) return []
    const first = (by: 'revenue' | 'prominence') =>
      own
        .toSorted((a, b) => b[by] - a[by] || (a.ein < b.ein ? -1 : 1))
        .slice(0, LIST_LENGTH)
        .map(toListed)
    return [
      {
        key,
        eligible: own[0]?.eligible ?? own.length,
        byRevenue: first('revenue'),
        byProminence: first('prominence'),
      },
    ]
  })
}

const cutName = (text: string): string => cutShort(text, SHOWN_NAME_LENGTH)

function toListed(candidate: Candidate): ListedOrganization {
  const { ein, nameRef, form, taxYear, objectId, revenuePath, city, state, country } = candidate
  const { score, band, periodEnd, prominence } = candidate
  const ref = toRef({ form, taxYear, objectId, path: revenuePath })
  return {
    ...{ ein, nameRef, form, score, band, periodEnd, prominence },
    name: cutName(candidate.name),
    // Only primary forms are rated, so the Ref needs no form.
    scoreRef: formatDerivedRef({ ein, taxYear }, 'rating'),
    ...knownFields({ city: city && cutName(city), state, country }),
    latestYear: taxYear,
    revenue: { value: candidate.revenue, ref },
  }
}

/** Returns the title of a group's list, a description, and the labels of its deciles. */
export function describeList(key: string): {
  title: string
  description: string
  causes: string[]
} {
  const title = MAJOR_GROUPS.find(({ letter }) => letter === key)?.label ?? key
  const labels = causes.filter(({ code }) => code.length === 2 && code.startsWith(key))
  return {
    title,
    description: `The ten organizations in ${title} that report the highest revenue, among those with a rating and a current return. Size says nothing about quality.`,
    causes: [...new Set(labels.map(({ label }) => label))],
  }
}

/** The message when no group has ten eligible organizations. */
export const NO_LISTS =
  'No cause has ten rated organizations with a current return. Load more filings, then run npm run refresh.'
