import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERRORS } from '#src/platform/errors.ts'

it('docs/using/errors.md has the status and meaning of every code', async () => {
  const [introduction] = readFileSync('docs/using/errors.md', 'utf8').split(/^\| /m)
  const rows = Object.entries(ERRORS)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, when, advice }]) => `| \`${code}\` | ${status} | ${when} | ${advice} |`)
  const head = ['| Code | Status | When | What to do |', '|---|---|---|---|']
  const page = `${introduction}${[...head, ...rows].join('\n')}\n`
  await expect(page).toMatchFileSnapshot('../../../docs/using/errors.md')
})
