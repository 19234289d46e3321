import type { Direction } from '../direction.ts'

/** The columns of table money_edge that name an organization and whom it gave to or had it from. */
export const SIDES = {
  Outgoing: { own: 'funder_ein', other: 'recipient_ein' },
  Incoming: { own: 'recipient_ein', other: 'funder_ein' },
} as const satisfies Record<Direction, object>
