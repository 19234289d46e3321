import { describe, expect, test } from 'vitest'
import { openHostTurns } from '#indexer/enrich/fetch/host-turns.ts'
import { toRobots } from '#indexer/enrich/fetch/robots.ts'
import { testReturns } from '../cases.ts'

const AT = 'https://shelter.example'
const allows = (text: string, path = '/') =>
  toRobots(`${AT}/robots.txt`, text).refusalOf(new URL(path, AT)) === undefined

describe('robots.txt', () => {
  test.each([
    `User-agent: *\n${Array.from({ length: 32_000 }, (_, index) => `Disallow: /*a*${index}\n`).join('')}`,
    // Gigabytes if each rule were stored for each name.
    `${'User-agent: *\n'.repeat(20_000)}${'Allow: /\n'.repeat(30_000)}`,
    `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}b`,
  ])('with 500 KiB of rules is checked within the time of a test: %#', (text) => {
    expect(allows(text, `/${'a'.repeat(1_900)}`)).toBeTypeOf('boolean')
  })
})

describe('the requests of one host', () => {
  const open = (pauseMs = 1_000) => {
    const clock = { ms: 0, slept: [] as number[] }
    const turns = openHostTurns({
      pauseMs,
      now: () => clock.ms,
      sleep: async (ms) => {
        clock.slept.push(ms)
        clock.ms += ms
      },
    })
    return { clock, turns }
  }

  test('run one at a time, with a pause from the end of one to the next', async () => {
    const { clock, turns } = open()
    let atOnce = 0
    const go = async () => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      clock.ms += 300
      atOnce -= 1
      return clock.ms
    }
    const ends = await Promise.all([1, 2, 3].map(() => turns.take('a.example', go)))
    expect(ends).toEqual([300, 1_600, 2_900])
    expect(clock.slept).toEqual([1_000, 1_000])
  })
  test('do not wait for another host', async () => {
    const { clock, turns } = open()
    await Promise.all(['a.example', 'b.example'].map((host) => turns.take(host, async () => 0)))
    expect(clock.slept).toEqual([])
  })
  test('continue after one that failed', async () => {
    const { turns } = open()
    const failing = turns.take('a.example', () => Promise.reject(new Error('gone')))
    await expect(failing).rejects.toThrow('gone')
    expect(await turns.take('a.example', async () => 'next')).toBe('next')
  })
  test('pause as long as the host requests, at most 30 seconds', async () => {
    const { clock, turns } = open()
    for (const [host, asked] of [
      ['a.example', 5_000],
      ['b.example', 86_400_000],
      ['c.example', 10],
    ] as const) {
      await turns.take(host, async () => undefined)
      turns.setPause(host, asked)
      await turns.take(host, async () => undefined)
    }
    expect(clock.slept).toEqual([5_000, 30_000, 1_000])
  })
})

testReturns({
  'rules of robots.txt for the home page': allows,
  'paths that are allowed or not': (path: string) =>
    allows('User-agent: *\nDisallow: /*.ico$\nDisallow: /private/', path),
  'pauses that robots.txt sets': (text: string) => toRobots(`${AT}/robots.txt`, text).crawlDelayMs,
})
