import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withNextAttempt } from '#src/platform/engines/back-off.ts'
import type { Engine } from '#src/platform/engines/engine.ts'
import { type Starter, superviseEngine } from '#src/platform/engines/supervised-engine.ts'
import { OperatorError } from '#src/platform/errors.ts'

/** An engine whose starts and ends the test decides, with the time of each start in seconds. */
function makeEngine({ isHeld = true } = {}) {
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
      ended,
      hasEnded: () => false,
      stop: async () => end('stopped'),
      complaint: () => '',
      lastWords: () => 'last line',
    }
    const own = port ?? 5_000 + starts.length
    return { url: `url:${own}`, port: own, process }
  }
  const supervised = superviseEngine('Postgres', 'pg.log', {
    exist: () => isHeld,
    report: (state, sentence, retryMs) =>
      reports.push(`${state}: ${withNextAttempt(sentence, retryMs)}`),
  })
  return {
    ...{ starts, reports, supervised },
    start: (wanted?: number) => supervised.start(starter, wanted),
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
  await engine.start()
  engine.fail(new OperatorError(NOT_STARTED))
  await engine.end()
  return engine
}

test('an engine that keeps ending restarts at once, then after 2, 4, … up to 60 s', async () => {
  const engine = makeEngine()
  await engine.start()
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
  expect(engine.supervised.isReady()).toBe(true)
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
  await engine.start()
  await engine.end()
  await vi.advanceTimersByTimeAsync(ran * 1_000)
  await engine.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(engine.seconds()).toEqual([0, 0, ran + delay])
})

test('without holders it is not restarted, a failed start throws, and the port is forgotten', async () => {
  const engine = makeEngine({ isHeld: false })
  engine.fail(new OperatorError(NOT_STARTED))
  await expect(engine.start()).rejects.toThrow(NOT_STARTED)
  engine.fail(undefined)
  await engine.start()
  await engine.end()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(engine.starts).toHaveLength(2)
  expect(engine.reports).toEqual([])
})

test('a program that takes its lease again waits through failed starts for its port', async () => {
  const engine = makeEngine()
  engine.fail(new OperatorError('Port 7000 is taken.'))
  const url = engine.start(7_000)
  await vi.advanceTimersByTimeAsync(3_000)
  engine.fail(undefined)
  // Another program with another port: the first one wins.
  const other = engine.start(8_000)
  expect(await url).toBe('url:7000')
  expect(await other).toBe('url:7000')
})

test('failed starts requested by new commands do not raise the delay', async () => {
  const engine = await endAndFail()
  // The restarts come after 0, 2, and 4 s, and the next one is due 8 s later.
  await vi.advanceTimersByTimeAsync(7_000)
  for (let n = 0; n < 3; n += 1) {
    await expect(engine.start()).rejects.toThrow(NOT_STARTED)
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
  await expect(engine.start()).rejects.toThrow(/^Postgres .*"ENOTDIR: .*".*DATA_DIR/)
  expect(engine.reports).toEqual([expect.stringMatching(/^lost: Postgres .*DATA_DIR/)])
})

test('a stop ends the restarts', async () => {
  const engine = await endAndFail()
  await engine.supervised.stop()
  const before = engine.starts.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(engine.starts).toHaveLength(before)
})
