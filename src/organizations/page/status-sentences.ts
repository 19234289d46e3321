import { describeMatch } from '#src/rating/describe-match.ts'
import type { Restriction } from '#src/rating/restriction.ts'
import {
  type Citable,
  citeOverruled,
  citeRegistry,
  citeRevocation,
  citeTicked,
} from '../../domain/cite.ts'
import type { Organization } from '../organization.ts'
import type { Sentence, SentenceFigure } from './summary-sentences.ts'

type Status = { words: string; figure: SentenceFigure }
type Known = Pick<Organization, 'ein' | 'isRevoked' | 'revocations' | 'registry' | 'restrictions'>

/**
 * What a reader has to know before any figure: which entries of restriction lists may mean it or
 * its officers, that the exemption is revoked, and that the return is of a group, amended or the
 * last one. No sentence where nothing of it is so.
 */
export const describeStatus = (organization: Known, filing?: Citable): Sentence[] => [
  ...organization.restrictions.map(describeRestriction),
  ...describeStatuses([...revoked(organization), ...(filing ? ofReturn(filing) : [])]),
  ...describeOverruled(organization),
]

/** What a match of a restriction list means, in a few words. */
export function labelRestriction({ subject, status }: Restriction): string {
  const words = status === 'Confirmed' ? 'on a restriction list' : 'may be on a restriction list'
  if (subject === 'officer') return `Person on its return ${words}`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function describeRestriction(match: Restriction): Sentence {
  const { subjectName, subjectRef, listedName, ref } = match
  const figures = [
    { label: labelRestriction(match), value: listedName, ref },
    { label: 'Name that was found', value: subjectName, ref: subjectRef },
  ]
  return { topic: 'status', text: describeMatch(match), figures }
}

function describeStatuses(statuses: readonly Status[]): Sentence[] {
  if (statuses.length === 0) return []
  const words = new Intl.ListFormat('en').format(statuses.map((status) => status.words))
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  return [{ topic: 'status', text, figures: statuses.map(({ figure }) => figure) }]
}

function revoked(organization: Known): Status[] {
  const found = citeRevocation(organization)
  if (!found) return []
  const words = `the IRS revoked its exemption on ${found.value}`
  return [{ words, figure: { label: 'Exemption revoked', ...found } }]
}

/** That the registry lists it though the list of revocations knows of no reinstatement. */
function describeOverruled(organization: Known): Sentence[] {
  const [found, { registry }] = [citeOverruled(organization), organization]
  const ref = citeRegistry(organization, 'NAME')
  if (!found || !registry || ref === undefined) return []
  const text = `Two IRS lists disagree: the list of revocations has its exemption revoked on ${found.value} and not reinstated, and the newer registry (${registry.asOf}) lists it as exempt, by which it counts as not revoked.`
  const figures = [
    { label: 'Revoked by the list of revocations', ...found },
    { label: 'Listed in the registry', value: registry.name, ref },
  ]
  return [{ topic: 'status', text, figures }]
}

const ofReturn = (filing: Citable): Status[] => [
  ...ticked(filing, 'finalReturn', 'its latest return is its final one', 'Final return'),
  ...ticked(
    filing,
    'groupReturn',
    'its latest return is for a group of affiliates',
    'Group return',
  ),
  ...ticked(filing, 'amendedReturn', 'its latest return is amended', 'Amended return'),
]

function ticked(
  filing: Citable,
  key: Parameters<typeof citeTicked>[1],
  words: string,
  label: string,
): Status[] {
  const ref = citeTicked(filing, key)
  return ref === undefined ? [] : [{ words, figure: { label, value: true, ref } }]
}
