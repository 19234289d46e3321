import type { Ein } from '#src/domain/ein.ts'
import { type Cells, readContent, townsOf } from './content.ts'
import { splitByWeights } from './figures/money.ts'
import type { Address, Organization } from './organization.ts'
import type { Random } from './random.ts'

/**
 * A grant to another organization of the demo, as listed in Schedule I or Part XIV of a 990-PF: the
 * intended recipient, and the name, EIN (Schedule I only), and address in the row.
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

/**
 * Returns possible recipients of grants: organizations with their own classification, not
 * foundations.
 */
export function selectRecipients(organizations: readonly Organization[]): Organization[] {
  return organizations.filter(
    ({ form, subsection, kind }) =>
      form !== undefined &&
      form !== '990PF' &&
      subsection === '03' &&
      !kind.traits.includes('foundation'),
  )
}

/**
 * Divides a budget among recipients, nearby ones first. With `whole`, the rows add up to exactly
 * the budget. Otherwise some givers' rows add up to less, because Schedule I lists only recipients
 * of more than 5,000.
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

// Most make no grants so small that they need not be listed.
function listedOf(budget: number, random: Random): number {
  const part = Math.round(budget * random.between(0.82, 0.98))
  return random.fork('small grants').chance(0.4) ? part : budget
}

// Givers stay loyal: the choice depends on the giver, not on the year, except for a third of them.
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

/**
 * Returns the rows of a 990-PF, without EINs, and with names and towns as each foundation writes
 * them.
 */
export const writeLoosely = (grants: readonly Grant[], random: Random): Grant[] =>
  grants.map((grant) => {
    const own = random.fork(`spelling ${grant.recipient.ein}`)
    return {
      ...grant,
      name: spell(grant.recipient, own),
      address: relocate(grant.address, own.fork('town')),
    }
  })

type PlacedGrant = Cells<'giver recipient name ein isElsewhere'>

/**
 * The first rows of some givers, every year, so that each way of finding a recipient (and of
 * finding none) has a known example. README.md describes them for readers. An empty name or EIN
 * means the recipient's own; `isElsewhere` selects another town of its state.
 */
const PLACED: readonly PlacedGrant[] = readContent(
  'placed-grants',
  'giver recipient name ein isElsewhere',
)

/**
 * Puts the hand-placed rows first and keeps the drawn amounts, so that a giver's spending stays the
 * same.
 */
export function placeGrants(
  giver: Organization,
  drawn: readonly Grant[],
  everyone: ReadonlyMap<Ein, Organization>,
  random: Random,
): Grant[] {
  const placed = PLACED.filter((one) => one.giver === giver.ein)
  const named = new Set(placed.map(({ recipient }) => recipient))
  // A recipient occurs once in a list.
  const rows = [
    ...drawn.filter(({ recipient }) => named.has(recipient.ein)),
    ...drawn.filter(({ recipient }) => !named.has(recipient.ein)),
  ]
  return rows.map((grant, at) => {
    const one = placed[at]
    const recipient = one && everyone.get(one.recipient)
    return recipient ? place(grant, one, recipient, random.fork(recipient.ein)) : grant
  })
}

function place(
  drawn: Grant,
  { name, ein, isElsewhere }: PlacedGrant,
  recipient: Organization,
  random: Random,
): Grant {
  return {
    ...drawn,
    recipient,
    name: name || recipient.name.toUpperCase(),
    ein: ein || recipient.ein,
    address: isElsewhere ? elsewhere(recipient.address, random) : recipient.address,
  }
}

/** A contractor that is itself a nonprofit, by payer. */
const CONTRACTORS: Readonly<Record<Ein, Ein>> = {
  // Republican River Health System: Center for Town Statistics.
  '290000118': '890000145',
}

/** Returns the nonprofit an organization pays as a contractor; undefined for nearly all. */
export const placedContractor = (
  payer: Organization,
  everyone: ReadonlyMap<Ein, Organization>,
): Organization | undefined => everyone.get(CONTRACTORS[payer.ein] ?? '')

/** How givers shorten long names; the registry's own abbreviations are among them. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bASSOCIATION\b/, 'ASSN'],
  [/\bCENTER\b/, 'CTR'],
  [/\bCOMMUNITY\b/, 'CMNTY'],
  [/\bCOUNCIL\b/, 'CNCL'],
  [/\bCOUNTY\b/, 'CNTY'],
  [/\bFOUNDATION\b/, 'FDN'],
  [/\bHOSPITAL\b/, 'HOSP'],
  [/\bINSTITUTE\b/, 'INST'],
  [/\bSAINT\b/, 'ST'],
  [/\bSERVICES\b/, 'SVCS'],
  [/\bSOCIETY\b/, 'SOC'],
  [/\bAND\b/, '&'],
]

const abbreviate = (name: string): string =>
  ABBREVIATIONS.reduce((text, [word, short]) => text.replace(word, short), name)

const toggleSuffix = (name: string): string =>
  name.endsWith(' INC') ? name.slice(0, -4) : `${name}, INC.`

// A letter lost in the middle of the name, which no matching rule can repair.
const dropLetter = (name: string): string => {
  const at = Math.floor(name.length / 2)
  return `${name.slice(0, at)}${name.slice(at + 1)}`
}

/**
 * Returns a recipient's name as a foundation writes it: in capitals, cut, with a suffix, seldom
 * wrong.
 */
export function spell({ name }: Organization, random: Random): string {
  const upper = name.toUpperCase()
  const roll = random.next()
  if (roll < 0.5) return upper
  if (roll < 0.75) return abbreviate(upper)
  if (roll < 0.88) return toggleSuffix(upper)
  if (roll < 0.96) return `THE ${upper}`
  return dropLetter(upper)
}

/**
 * Returns the address, but sometimes a post office box in another town of the state: an office, not
 * the seat.
 */
function relocate(address: Address, random: Random): Address {
  return random.chance(0.07) ? elsewhere(address, random) : address
}

/**
 * Returns another town of the same state, or the address itself if the demo has no other town
 * there.
 */
export function elsewhere(address: Address, random: Random): Address {
  if (address.foreign) return address
  const others = townsOf(address.state).filter(({ city }) => city !== address.city)
  const [town] = random.sample(others, 1)
  return town
    ? { line1: 'PO BOX 1201', city: town.city, state: town.state, zip: town.zip }
    : address
}
