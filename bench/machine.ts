import { availableParallelism, loadavg, totalmem } from 'node:os'

/** Cores and memory, as the results name them. */
export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`

/**
 * What ran on the machine in the last minute, in processes. A benchmark that keeps both cores
 * busy shows 2 itself; more is somebody else's work.
 */
export const loadAverage = (): string => (loadavg()[0] ?? 0).toFixed(1)
