import type { Ein } from '#src/domain/ein.ts'
import { splitByWeights } from './figures/money.ts'
import type { Address, Organization } from './organization.ts'
import type { Random } from './random.ts'
import { relocate, spell } from './spellings.ts'

/**
 * A grant to another organization of the demo, as Schedule I or Part XIV of a 990-PF lists it: who
 * is meant, and the name, EIN (Schedule I alone) and address the row gives.
 */
export type Grant = {
  recipient: Organization
  name: string
  ein: Ein
  address: Address
  amount: number
  purpose: string
}

const PURPOSES = [
  'General operating support',
  'Program support',
  'Capital campaign',
  'Emergency assistance fund',
  'Staff training',
  'Matching gift',
  'Youth programs',
  'Equipment',
]

/** Who may receive grants: organizations with a classification of their own, not foundations. */
export function selectRecipients(organizations: readonly Organization[]): Organization[] {
  return organizations.filter(
    ({ form, subsection, kind }) =>
      form !== undefined &&
      form !== '990PF' &&
      subsection === '03' &&
      !kind.traits?.includes('foundation'),
  )
}

/**
 * Shares a budget among recipients, nearby ones first. The rows add up to the budget exactly when
 * `whole`; else some givers' add up to a part of it, as Schedule I lists only recipients of more
 * than 5,000.
 */
export function drawGrants(
  giver: Organization,
  budget: number,
  recipients: readonly Organization[],
  whole: boolean,
  random: Random,
): Grant[] {
  const rowBudget = whole ? budget : listedOf(budget, random)
  const count = Math.min(whole ? 14 : 11, Math.floor(rowBudget / 5_400))
  if (count < 1)
    return whole && budget > 0
      ? [toGrant(nearest(giver, recipients, 1, random)[0] ?? giver, budget, random)]
      : []
  const chosen = nearest(
    giver,
    recipients,
    Math.max(1, random.int(Math.ceil(count / 2), count)),
    random,
  )
  const spread = splitByWeights(
    rowBudget - chosen.length * 5_100,
    chosen.map(() => random.logNormal(1, 0.8)),
  )
  return chosen.map((recipient, index) =>
    toGrant(recipient, 5_100 + (spread[index] ?? 0), random.fork(`grant ${index}`)),
  )
}

// Most give nothing so small that it need not be listed.
function listedOf(budget: number, random: Random): number {
  const part = Math.round(budget * random.between(0.82, 0.98))
  return random.fork('small grants').chance(0.4) ? part : budget
}

// Givers stay loyal: the choice belongs to the giver, not to the year, but for a third of them.
function nearest(
  giver: Organization,
  recipients: readonly Organization[],
  count: number,
  random: Random,
): Organization[] {
  const others = recipients.filter(({ ein }) => ein !== giver.ein)
  const near = others.filter(
    ({ address, cause }) => address.state === giver.address.state || cause === giver.cause,
  )
  const first = random.sample(near, Math.ceil(count * 0.7))
  const rest = others.filter((one) => !first.includes(one))
  return [...first, ...random.sample(rest, count - first.length)]
}

const toGrant = (recipient: Organization, amount: number, random: Random): Grant => ({
  recipient,
  name: recipient.name.toUpperCase(),
  ein: recipient.ein,
  address: recipient.address,
  amount,
  purpose: random.pick(PURPOSES),
})

/** The rows of a 990-PF: without EINs, names and towns as each foundation writes them. */
export const writeLoosely = (grants: readonly Grant[], random: Random): Grant[] =>
  grants.map((grant) => {
    const own = random.fork(`spelling ${grant.recipient.ein}`)
    return {
      ...grant,
      name: spell(grant.recipient, own),
      address: relocate(grant.address, own.fork('town')),
    }
  })
