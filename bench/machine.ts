import { availableParallelism, loadavg, totalmem } from 'node:os'

/** Returns cores and memory as the results show them. */
export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`

/** Returns the load average of the last minute. A benchmark that keeps both cores busy shows 2. */
export const loadAverage = (): string => (loadavg()[0] ?? 0).toFixed(1)
