import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { ask } from '#src/tools/ask.ts'

test('a question that needs many responses at once logs no warning of a leak', async () => {
  const app = fastify()
  app.get('/', () => setTimeout(5, {}))
  const warnings: Error[] = []
  const listen = (warning: Error) => warnings.push(warning)
  process.on('warning', listen)
  const { signal } = new AbortController()
  const caller = { remoteAddress: '127.0.0.1', headers: {} }
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(app, caller, '/', signal)))
  process.off('warning', listen)
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(warnings.map(String)).toEqual([])
})
