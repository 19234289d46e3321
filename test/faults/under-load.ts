import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Asked, sendSteadily } from '#test/cluster/requests.ts'

/** What a service returned during a failure. */
export type Outcome = {
  answers: Answer[]
  /** When the failure ended. */
  endedAt: number
  /** From then to the last bad response; undefined without a recovery. */
  seconds: number | undefined
}

/** Requests by how many are sent each second, which is far below the overload limits. */
type Load = readonly [expected: Map<Asked, string>, perSecond: number]

// A request that waits for a stopped server: the failure is not over, even if the status is 200.
const SLOW_MS = 5_000
/** The service has recovered after this long without a bad response. */
const QUIET_MS = 5_000

const isBad = ({ code, isWrong, isPartial, tookMs }: Answer): boolean =>
  code !== '200' || isWrong || isPartial || tookMs > SLOW_MS

/**
 * Returns true for an answer that no failure excuses: a wrong one, a status other than 200, 429, and
 * 503, or a 503 without Retry-After.
 */
export const isFault = ({ code, isWrong }: Answer): boolean =>
  isWrong || !/^(200|429|503)/.test(code) || code.endsWith('Retry-After')

/** Returns the seconds from a moment to the last bad response. */
export function secondsUntilGood(answers: readonly Answer[], from: number): number {
  const ends = answers.filter(isBad).map(({ sentAt, tookMs }) => sentAt + tookMs)
  return Math.round(Math.max(0, ...ends.map((end) => end - from)) / 100) / 10
}

/**
 * Causes a failure under load, which is over when `cause` resolves, and sends requests until all
 * responses are good again or `limitMs` is over.
 */
export async function failUnderLoad(
  address: string,
  loads: readonly Load[],
  cause: () => Promise<void> | void,
  limitMs: number,
): Promise<Outcome> {
  const running = loads.map(([expected, perSecond]) => sendSteadily(address, expected, perSecond))
  const all = () => running.flatMap(({ answers }) => answers)
  await sleep(QUIET_MS)
  await cause()
  const endedAt = performance.now()
  const isOver = () => {
    const since = performance.now() - QUIET_MS
    if (since < endedAt) return false
    const recent = all().filter(({ sentAt, tookMs }) => sentAt + tookMs > since)
    return recent.length > 0 && !recent.some(isBad) && !running.some(({ isBehind }) => isBehind())
  }
  while (!isOver() && performance.now() - endedAt < limitMs) await sleep(250)
  const isRecovered = isOver()
  await Promise.all(running.map(({ stop }) => stop()))
  const answers = all()
  const seconds = isRecovered ? secondsUntilGood(answers, endedAt) : undefined
  return { answers, endedAt, seconds }
}
