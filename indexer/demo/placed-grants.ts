import type { Ein } from '#src/domain/ein.ts'
import type { Grant } from './grants.ts'
import type { Organization } from './organization.ts'
import type { Random } from './random.ts'
import { elsewhere } from './spellings.ts'

/** A row placed by hand: whom it means, and how the giver writes that. */
export type PlacedGrant = {
  recipient: Ein
  name?: string
  /** The EIN the row files, where it is not the recipient's. */
  ein?: Ein
  /** In another town of its state. */
  isElsewhere?: boolean
}

/**
 * The first rows of these givers, every year, so that each way of finding a recipient (and of
 * finding none) stands somewhere known. README.md describes them for readers.
 */
const PLACED: Readonly<Record<Ein, readonly PlacedGrant[]>> = {
  // Brightwater Foundation (990-PF: no EINs).
  '490000181': [
    { recipient: '490000183', name: 'MARIETTA AREA CMNTY FDN' },
    { recipient: '970000156', name: 'ST BRIGIDS CLINIC AND DISPENSARY, INC.' },
    { recipient: '890000153', name: 'PAWS ON GAY STREET' },
    { recipient: '890000154', name: 'PROVIDENCE PLAYERS GUILD' },
    { recipient: '090000151', name: 'OPEN DOOR FAMILY CTR', isElsewhere: true },
    { recipient: '890000155', name: 'SEE ATTACHED LIST' },
  ],
  // Quillfeather Family Foundation (990-PF).
  '700000136': [
    // Two of this name in South Carolina: the city tells which, another city does not.
    { recipient: '090000157', name: 'CONGAREE FAMILY CENTER' },
    { recipient: '090000158', name: 'CONGAREE FAMILY CENTER', isElsewhere: true },
    { recipient: '080000172', name: 'NGONG FARMERS TRUST' },
  ],
  // Marietta Area Community Foundation (Schedule I).
  '490000183': [
    { recipient: '080000102' },
    // Another organization's EIN.
    { recipient: '080000103', ein: '090000151' },
    { recipient: '700000135', ein: '000000000' },
  ],
}

/** Puts the rows placed by hand first, with the amounts drawn: what a giver spends stays the same. */
export function placeGrants(
  giver: Organization,
  drawn: readonly Grant[],
  everyone: ReadonlyMap<Ein, Organization>,
  random: Random,
): Grant[] {
  const placed = PLACED[giver.ein] ?? []
  const named = new Set(placed.map(({ recipient }) => recipient))
  // Nobody stands twice in one list.
  const rows = [
    ...drawn.filter(({ recipient }) => named.has(recipient.ein)),
    ...drawn.filter(({ recipient }) => !named.has(recipient.ein)),
  ]
  return rows.map((grant, at) => {
    const one = placed[at]
    const recipient = one && everyone.get(one.recipient)
    return recipient ? toGrant(grant, one, recipient, random.fork(recipient.ein)) : grant
  })
}

function toGrant(
  drawn: Grant,
  { name, ein, isElsewhere }: PlacedGrant,
  recipient: Organization,
  random: Random,
): Grant {
  return {
    ...drawn,
    recipient,
    name: name ?? recipient.name.toUpperCase(),
    ein: ein ?? recipient.ein,
    address: isElsewhere ? elsewhere(recipient.address, random) : recipient.address,
  }
}

/** A contractor that is a nonprofit itself, by who pays it. */
const CONTRACTORS: Readonly<Record<Ein, Ein>> = {
  // Republican River Health System: Center for Town Statistics.
  '290000118': '890000145',
}

/** The nonprofit an organization pays as a contractor; undefined for nearly all. */
export const placedContractor = (
  payer: Organization,
  everyone: ReadonlyMap<Ein, Organization>,
): Organization | undefined => everyone.get(CONTRACTORS[payer.ein] ?? '')
