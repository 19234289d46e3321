import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startWork } from '#src/assistant/planner/answers/work.ts'
import { openSemaphore } from '#src/limits/semaphore.ts'
import type { Tool, ToolDeps } from '#src/tools/tool.ts'

const NOTHING = { citations: [], counted: [] }
const settle = () => new Promise(setImmediate)

/** A tool that records its chat and runs until `endOne`. */
function held(running: string[]) {
  const ends: (() => void)[] = []
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
  return { toolOf, endOne }
}

// The tools of these tests read no store.
const depsOf = (most: number) => ({ toolSlots: openSemaphore(most) }) as unknown as ToolDeps

describe('tools of all chats', () => {
  test('run up to the limit at once, in order of arrival', async () => {
    const deps = depsOf(2)
    const running: string[] = []
    const { toolOf, endOne } = held(running)
    const chat = (name: string) => ({
      work: startWork(deps, new AbortController().signal),
      tool: toolOf(name),
    })
    const [a, b] = [chat('a'), chat('b')]
    const calls = [a, a, a, b, a].map(({ work, tool }) => work.call(tool, {}))
    await settle()
    expect(running).toEqual(['a', 'a'])
    await endOne()
    await endOne()
    expect(running).toEqual(['a', 'a', 'a', 'b'])
    for (let n = 0; n < 3; n += 1) await endOne()
    expect(running).toHaveLength(5)
    await Promise.all(calls)
  })

  test('leave the queue when their chat ends, and free their slot when they fail', async () => {
    const deps = depsOf(1)
    const running: string[] = []
    const { toolOf, endOne } = held(running)
    const staying = startWork(deps, new AbortController().signal)
    const leaving = new AbortController()
    const first = staying.call(toolOf('first'), {})
    const gone = startWork(deps, leaving.signal).call(toolOf('gone'), {})
    const failing: Tool = {
      ...toolOf('failing'),
      run: () => Promise.reject(new Error('The store is away.')),
    }
    const failed = expect(staying.call(failing, {})).rejects.toThrow('away')
    const last = staying.call(toolOf('last'), {})
    leaving.abort(new Error('The reader left.'))
    await expect(gone).rejects.toThrow('left')
    await endOne()
    await Promise.all([first, failed])
    await endOne()
    await last
    expect(running).toEqual(['first', 'last'])
  })
})
