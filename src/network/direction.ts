import { z } from 'zod'
import { EDGE_CATEGORIES } from '../domain/network.ts'

/** As the organization sees it that is asked about: money received, money given. */
export const DIRECTIONS = ['Incoming', 'Outgoing'] as const
export type Direction = (typeof DIRECTIONS)[number]

// What no store can hold is in no cursor of ours.
const text = z.string().refine((value) => !value.includes('\0'))

/**
 * What the edges of a network are ordered by, for cursors: amount, EIN or what sorts behind every
 * EIN, name where there is no EIN, direction, category, and what tells counterparties apart.
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

/**
 * What single grants are ordered by: tax year, amount (null: none is filed), object id and ordinal
 * of the row.
 */
export const grantKey = z.tuple([z.int(), z.number().nullable(), text, z.int()])
export type GrantKey = z.output<typeof grantKey>

/** What rows of one direction and category come to that are in sums, or are not; cursors carry it. */
export const grantTotal = z.object({
  direction: z.enum(DIRECTIONS),
  category: z.enum(EDGE_CATEGORIES),
  isCounted: z.boolean(),
  rows: z.int(),
  /** Dollars; null where no row files an amount. */
  amount: z.number().nullable(),
  /** Rows given whose recipient was not found. */
  unresolved: z.int(),
})
export type GrantTotal = z.output<typeof grantTotal>
