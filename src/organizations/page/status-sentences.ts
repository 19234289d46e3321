import {
  type Citable,
  citeOverruled,
  citeRegistry,
  citeRevocation,
  citeTicked,
} from '#src/domain/cite.ts'
import { formatDay, formatMonth } from '#src/domain/days.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { describeMatch } from '#src/rating/describe-match.ts'
import type { Restriction } from '#src/rating/restriction.ts'
import type { Organization } from '../organization.ts'
import type { Sentence, SentenceFigure } from './summary-sentences.ts'

type Status = { words: string; figure: SentenceFigure }
type Known = Pick<Organization, 'ein' | 'isRevoked' | 'revocations' | 'registry' | 'restrictions'>

/**
 * Describes what a reader must know before any figure: matches with restriction lists, a revoked
 * exemption, and a return that is final, amended, or for a group.
 */
export const describeStatus = (organization: Known, filing?: Citable): Sentence[] => [
  ...organization.restrictions.map(describeRestriction),
  ...describeStatuses([...revoked(organization), ...(filing ? ofReturn(filing) : [])]),
  ...describeOverruled(organization),
]

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Returns a short label for a match with a restriction list. */
export function labelRestriction({ subject, status }: Restriction): string {
  const words = status === 'Confirmed' ? 'on a restriction list' : 'may be on a restriction list'
  return subject === 'officer' ? `Officer, director, or employee ${words}` : capitalize(words)
}

function describeRestriction(match: Restriction): Sentence {
  const { subjectName, subjectRef, listedName, ref } = match
  const figures = [
    { label: labelRestriction(match), value: listedName, ref },
    { label: 'Matching name', value: subjectName, ref: subjectRef },
  ]
  return { topic: 'status', text: describeMatch(match), figures }
}

function describeStatuses(statuses: readonly Status[]): Sentence[] {
  if (statuses.length === 0) return []
  const words = new Intl.ListFormat('en').format(statuses.map((status) => status.words))
  const figures = statuses.map(({ figure }) => figure)
  return [{ topic: 'status', text: `${capitalize(words)}.`, figures }]
}

function revoked(organization: Known): Status[] {
  const found = citeRevocation(organization)
  if (!found) return []
  const words = `the IRS revoked its exemption on ${formatDay(found.value)}`
  return [{ words, figure: { label: 'Exemption revoked', ...found } }]
}

/** Describes a revocation without a reinstatement if the registry lists the organization. */
function describeOverruled(organization: Known): Sentence[] {
  const { registry } = organization
  const found = citeOverruled(organization)
  const ref = citeRegistry(organization, 'NAME')
  if (!found || !registry || ref === undefined) return []
  const text = `Two IRS lists disagree. The revocation list says that the exemption was revoked on ${formatDay(found.value)} and was not reinstated. The newer registry (${formatMonth(registry.asOf)}) lists the organization as exempt, so it is shown as not revoked.`
  const figures = [
    { label: 'Revoked according to the revocation list', ...found },
    { label: 'Listed in the registry', value: registry.name, ref },
  ]
  return [{ topic: 'status', text, figures }]
}

const BOXES: readonly { key: FactKey; words: string; label: string }[] = [
  { key: 'finalReturn', words: 'its latest return is its final return', label: 'Final return' },
  {
    key: 'groupReturn',
    words: 'its latest return covers a group of affiliates',
    label: 'Group return',
  },
  { key: 'amendedReturn', words: 'its latest return is amended', label: 'Amended return' },
]

const ofReturn = (filing: Citable): Status[] =>
  BOXES.flatMap(({ key, words, label }) => {
    const ref = citeTicked(filing, key)
    return ref === undefined ? [] : [{ words, figure: { label, value: true, ref } }]
  })
