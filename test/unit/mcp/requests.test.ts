import { expect, test } from 'vitest'
import { isTrustedOrigin } from '#src/mcp/routes.ts'
import { testCases } from '#test/unit/cases.ts'

const keyed = { access: 'keyed', publicUrl: 'https://nonprofits.example' } as const
const open = { ...keyed, access: 'open' } as const
const from = (origin: string | undefined, host = 'nonprofits.example') => ({
  headers: { host, ...(origin !== undefined && { origin }) },
})

testCases('origins', (_: string, found: string, host: string, origin: string) => {
  expect(isTrustedOrigin(from(origin || undefined, host), keyed)).toBe(found === 'allowed')
})

test('without keys, only pages of this machine and of PUBLIC_URL are allowed', () => {
  const may = (origin?: string) => isTrustedOrigin(from(origin), open)
  const allowed = [undefined, 'http://localhost:3000', 'https://nonprofits.example']
  expect([...allowed, 'https://agents.example', 'null'].filter(may)).toEqual(allowed)
})
