import { z } from 'zod'
import { EDGE_CATEGORIES } from '../domain/network.ts'

/** From the perspective of the requested organization: money received, money given. */
export const DIRECTIONS = ['Incoming', 'Outgoing'] as const
export type Direction = (typeof DIRECTIONS)[number]

// Postgres accepts no NUL in text.
const text = z.string().refine((value) => !value.includes('\0'))

/**
 * The order of network edges, for cursors: amount; EIN, or a text that sorts after every EIN; name if
 * there is no EIN; direction; category; and the key of the counterparty.
 */
export const networkKey = z.tuple([
  z.number(),
  text,
  text,
  z.enum(DIRECTIONS),
  z.enum(EDGE_CATEGORIES),
  text,
])
export type NetworkKey = z.output<typeof networkKey>

/** The order of single grants: tax year, amount (null if none is filed), object id, and ordinal. */
export const grantKey = z.tuple([z.int(), z.number().nullable(), text, z.int()])
export type GrantKey = z.output<typeof grantKey>

/**
 * Totals of rows of one direction and category that sums include, or do not include; cursors
 * contain them.
 */
export const grantTotal = z.object({
  direction: z.enum(DIRECTIONS),
  category: z.enum(EDGE_CATEGORIES),
  isCounted: z.boolean(),
  rows: z.int(),
  /** Dollars; null when no row files an amount. */
  amount: z.number().nullable(),
  /** Rows of grants given whose recipient was not found. */
  unresolved: z.int(),
  /** Dollars of the other rows; null when none of them files an amount. */
  identified: z.number().nullable(),
})
export type GrantTotal = z.output<typeof grantTotal>
