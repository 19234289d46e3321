import { type Citable, citeRevocation, citeTicked } from './cite.ts'
import type { Organization } from './organization.ts'
import type { Sentence, SentenceFigure } from './summary-sentences.ts'

type Status = { words: string; figure: SentenceFigure }

/**
 * What a reader has to know before any figure: that the exemption is revoked, and that the return
 * is of a group, amended or the last one. No sentence where nothing of it is so.
 */
export function describeStatus(
  organization: Pick<Organization, 'ein' | 'isRevoked' | 'revocations'>,
  filing: Citable,
): Sentence[] {
  const statuses = [
    ...revoked(organization),
    ...ticked(filing, 'finalReturn', 'its latest return is its final one', 'Final return'),
    ...ticked(
      filing,
      'groupReturn',
      'its latest return is for a group of affiliates',
      'Group return',
    ),
    ...ticked(filing, 'amendedReturn', 'its latest return is amended', 'Amended return'),
  ]
  if (statuses.length === 0) return []
  const words = new Intl.ListFormat('en').format(statuses.map((status) => status.words))
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  return [{ topic: 'status', text, figures: statuses.map(({ figure }) => figure) }]
}

function revoked(organization: Parameters<typeof citeRevocation>[0]): Status[] {
  const found = citeRevocation(organization)
  if (!found) return []
  const words = `the IRS revoked its exemption on ${found.value}`
  return [{ words, figure: { label: 'Exemption revoked', ...found } }]
}

function ticked(
  filing: Citable,
  key: Parameters<typeof citeTicked>[1],
  words: string,
  label: string,
): Status[] {
  const ref = citeTicked(filing, key)
  return ref === undefined ? [] : [{ words, figure: { label, value: true, ref } }]
}
