import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { printErrorTable } from '#src/api/openapi/introduction.ts'
import { ERRORS } from '#src/platform/errors.ts'

it('docs/using/errors.md has the status and meaning of every code', async () => {
  const [introduction] = readFileSync('docs/using/errors.md', 'utf8').split(/^\| /m)
  const page = `${introduction}${printErrorTable()}\n`
  await expect(page).toMatchFileSnapshot('../../../docs/using/errors.md')
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(page).toContain(`| \`${code}\` | ${status} |`)
  }
})
