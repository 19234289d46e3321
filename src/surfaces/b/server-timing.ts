/** Milliseconds of each phase (decisions part 7); `mongo` is the store, its name kept for clients. */
export type Phases = { search: number; mongo: number; build: number; audit: number; total: number }

/** The value of a `Server-Timing` header. */
export const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(', ')
