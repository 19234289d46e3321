import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withNextAttempt } from '#src/platform/engines/back-off.ts'
import type { Engine } from '#src/platform/engines/engine.ts'
import type { EngineState } from '#src/platform/engines/state.ts'
import { type Report, type Starter, watchEngine } from '#src/platform/engines/watched-engine.ts'
import { OperatorError } from '#src/platform/errors.ts'

/** An engine whose starts and ends the test decides, with the time of each start in seconds. */
function makeEngine(last?: EngineState) {
  const startedAt = Date.now()
  const starts: { second: number; port: number | undefined }[] = []
  const reports: string[] = []
  let failure: Error | undefined
  let end: (how: string) => void = () => {}
  const starter: Starter = async (port) => {
    starts.push({ second: (Date.now() - startedAt) / 1_000, port })
    if (failure) throw failure
    const ended = new Promise<string>((resolve) => {
      end = resolve
    })
    const process: Engine['process'] = {
      pid: 1,
      ended,
      hasEnded: () => false,
      stop: async () => end('stopped'),
      complaint: () => '',
      lastWords: () => 'last line',
    }
    const own = port ?? 5_000 + starts.length
    return { url: `url:${own}`, port: own, process }
  }
  const report: Report = (event) => {
    if (event) reports.push(`${event.state}: ${withNextAttempt(event.sentence, event.retryMs)}`)
  }
  const watched = watchEngine('Postgres', 'pg.log', starter, report, last)
  let orders = 0
  return {
    ...{ starts, reports, watched },
    order: async () => {
      orders += 1
      watched.follow(orders)
      await vi.advanceTimersByTimeAsync(0)
    },
    fail: (error: Error | undefined) => {
      failure = error
    },
    end: async () => {
      end('signal 9')
      await vi.advanceTimersByTimeAsync(0)
    },
    seconds: () => starts.map(({ second }) => second),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NOT_STARTED = 'Postgres did not start.'

/** An engine that started, ended, and does not start again. */
async function endAndFail() {
  const engine = makeEngine()
  await engine.order()
  engine.fail(new OperatorError(NOT_STARTED))
  await engine.end()
  return engine
}

test('an engine that keeps ending restarts at once, then after 2, 4, … up to 60 s', async () => {
  const engine = makeEngine()
  await engine.order()
  const delays: number[] = []
  for (let n = 0; n < 8; n += 1) {
    const endedAt = Date.now()
    await engine.end()
    await vi.advanceTimersToNextTimerAsync()
    delays.push((Date.now() - endedAt) / 1_000)
  }
  expect(delays).toEqual([0, 2, 4, 8, 16, 32, 60, 60])
  expect(engine.starts.slice(1).map(({ port }) => port)).toEqual(Array(8).fill(5_001))
})

test('failed restarts are repeated on the same port, with growing delays, until one succeeds', async () => {
  const engine = await endAndFail()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(engine.seconds()).toEqual([0, 0, 2, 6, 14, 30, 62, 122, 182])
  engine.fail(undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(engine.starts.slice(1).map(({ port }) => port)).toEqual(Array(9).fill(5_001))
  expect(engine.watched.state()).toMatchObject({ state: 'ready', url: 'url:5001' })
  // One report for each attempt, so the log does not fill.
  expect(engine.reports).toHaveLength(10)
  expect(engine.reports[0]).toMatch(/^lost: Postgres .*signal 9.*pg\.log.*"last line"/)
  expect(engine.reports[2]).toMatch(/^lost: Postgres did not start\. .* 4 s\.$/)
  expect(engine.reports[9]).toMatch(/^recovered: Postgres .* 4 min /)
})

test.each([
  { ran: 59, delay: 2 },
  { ran: 60, delay: 0 },
])('after a run of $ran s the next restart comes after $delay s', async ({ ran, delay }) => {
  const engine = makeEngine()
  await engine.order()
  await engine.end()
  await vi.advanceTimersByTimeAsync(ran * 1_000)
  await engine.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(engine.seconds()).toEqual([0, 0, ran + delay])
})

test('an engine that never ran starts again only for another order', async () => {
  const engine = makeEngine()
  engine.fail(new OperatorError(NOT_STARTED))
  await engine.order()
  await vi.advanceTimersByTimeAsync(300_000)
  const failure = { sentence: NOT_STARTED, orderedAt: 1 }
  expect(engine.watched.state()).toMatchObject({ state: 'failed', failure })
  engine.fail(undefined)
  await engine.order()
  expect(engine.watched.state()).toMatchObject({ state: 'ready', failure: undefined })
  expect([engine.starts.length, engine.reports]).toEqual([2, []])
})

test('an engine that an earlier watchdog lost keeps its port and is reported back', async () => {
  const engine = makeEngine({
    state: 'lost',
    orderedAt: 0,
    port: 7_000,
    lostAt: Date.now() - 5_000,
  })
  engine.fail(new OperatorError('Port 7000 is taken.'))
  await engine.order()
  expect(engine.starts[0]).toEqual({ second: 0, port: 7_000 })
  engine.fail(undefined)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(engine.watched.state()).toMatchObject({ state: 'ready', url: 'url:7000' })
  expect(engine.reports.at(-1)).toMatch(/^recovered: Postgres .* [5-9] s of downtime/)
})

test('failed starts ordered by new commands do not raise the delay', async () => {
  const engine = await endAndFail()
  // The restarts come after 0, 2, and 4 s, and the next one is due 8 s later.
  await vi.advanceTimersByTimeAsync(7_000)
  for (let n = 0; n < 3; n += 1) {
    await engine.order()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(engine.reports.slice(-3)).toEqual(Array(3).fill(expect.stringMatching(/^lost: .* 8 s\.$/)))
  await vi.advanceTimersByTimeAsync(7_000)
  expect(engine.seconds()).toEqual([0, 0, 2, 6, 7, 8, 9, 17])
  expect(engine.reports.at(-1)).toMatch(/^lost: .* 16 s\.$/)
})

test('a failure without a readable message names the engine and what to check', async () => {
  const engine = makeEngine()
  engine.fail(new Error("ENOTDIR: not a directory, lstat '/data/postgres.pid'"))
  await engine.order()
  expect(engine.watched.state()?.failure?.sentence).toMatch(/^Postgres .*"ENOTDIR: .*".*DATA_DIR/)
})

test('a stop ends the restarts', async () => {
  const engine = await endAndFail()
  await engine.watched.stop()
  const before = engine.starts.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(engine.starts).toHaveLength(before)
})
