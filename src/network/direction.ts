/** From the perspective of the requested organization: money received, money given. */
export const DIRECTIONS = ['Incoming', 'Outgoing'] as const
export type Direction = (typeof DIRECTIONS)[number]
