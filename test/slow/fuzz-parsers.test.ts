import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'
import { fuzzHttp } from '#test/fuzz-http.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const INPUTS = process.env.INPUTS ?? '4000'
const MAX_MIB = 1_024
// No input takes a second, so a hundred that take longer than this hang.
const HANGS_MS = 120_000
// A response takes as long as twenty parsed files.
const HTTP_INPUTS = Number(INPUTS) / 20

test(`${INPUTS} inputs of each kind are read or rejected in bounded memory`, async () => {
  const execArgv = [...TSX, '--max-old-space-size=512']
  const child = fork('test/fuzz.ts', { execArgv, stdio: 'pipe', env: { ...process.env, INPUTS } })
  let last = 'none'
  let timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS)
  child.on('message', (label) => {
    last = String(label)
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS)
  })
  const [output, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  clearTimeout(timer)
  expect(code, `after ${last}: ${errors}`).toBe(0)
  console.log(output)
  expect(JSON.parse(output).peakMib).toBeLessThan(MAX_MIB)
})

describe('over HTTP', () => {
  const world = opened(() => openIndexed('fuzz_slow'))

  test(`${HTTP_INPUTS} cursors, Refs, phrases, and questions each get a 2xx or 4xx`, async () => {
    const tried = await fuzzHttp(world, HTTP_INPUTS)
    console.log(JSON.stringify(tried))
    for (const { read } of Object.values(tried)) expect(read).toBeGreaterThan(HTTP_INPUTS / 10)
  })
})
