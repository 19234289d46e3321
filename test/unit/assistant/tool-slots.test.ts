import { expect, test } from 'vitest'
import { z } from 'zod'
import { startWork } from '#src/assistant/planner/answers/say.ts'
import { openSemaphore } from '#src/limits/semaphore.ts'
import type { Tool, ToolDeps } from '#src/tools/tool.ts'

const NOTHING = { citations: [], counted: [] }
const settle = () => new Promise(setImmediate)

/** Tools that record their chat and run until `endOne`, with a number of slots. */
function held(slots: number) {
  const running: string[] = []
  const ends: (() => void)[] = []
  // The tools read no store.
  const deps = { toolSlots: openSemaphore(slots) } as unknown as ToolDeps
  const toolOf = (chat: string): Tool => ({
    name: 'held',
    description: '',
    input: z.unknown(),
    run: async () => {
      running.push(chat)
      await new Promise<void>((resolve) => ends.push(resolve))
      return NOTHING
    },
  })
  const endOne = async () => {
    ends.shift()?.()
    await settle()
  }
  const start = ({ signal } = new AbortController()) => startWork(deps, signal)
  return { running, toolOf, endOne, start }
}

test('tools of all chats run up to the limit at once, in order of arrival', async () => {
  const { running, toolOf, endOne, start } = held(2)
  const [a, b] = ['a', 'b'].map((name) => {
    const work = start()
    return () => work.call(toolOf(name), {})
  }) as [() => Promise<unknown>, () => Promise<unknown>]
  const calls = [a, a, a, b, a].map((call) => call())
  await settle()
  expect(running.join('')).toBe('aa')
  await endOne()
  await endOne()
  expect(running.join('')).toBe('aaab')
  for (let n = 0; n < 3; n += 1) await endOne()
  expect(running).toHaveLength(5)
  await Promise.all(calls)
})

test('tools leave the queue when their chat ends, and free their slot when they fail', async () => {
  const { running, toolOf, endOne, start } = held(1)
  const staying = start()
  const leaving = new AbortController()
  const first = staying.call(toolOf('first'), {})
  const gone = start(leaving).call(toolOf('gone'), {})
  const run = () => Promise.reject(new Error('The store is away.'))
  const failed = expect(staying.call({ ...toolOf('failing'), run }, {})).rejects.toThrow('away')
  const last = staying.call(toolOf('last'), {})
  leaving.abort(new Error('The reader left.'))
  await expect(gone).rejects.toThrow('left')
  await endOne()
  await Promise.all([first, failed])
  await endOne()
  await last
  expect(running).toEqual(['first', 'last'])
})
