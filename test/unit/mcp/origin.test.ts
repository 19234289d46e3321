import { expect, test } from 'vitest'
import { isTrustedOrigin } from '#src/mcp/origin.ts'

const keyed = { access: 'keyed', publicUrl: 'https://nonprofits.example' } as const
const open = { ...keyed, access: 'open' } as const
const from = (origin: string | undefined, host = 'nonprofits.example') => ({
  headers: { host, ...(origin !== undefined && { origin }) },
})

test.each([
  ['a program sends no Origin', undefined, 'nonprofits.example'],
  ['our own pages', 'https://nonprofits.example', 'nonprofits.example'],
  ['pages of another site', 'https://agents.example', 'nonprofits.example'],
  ['a sandboxed page', 'null', 'nonprofits.example'],
  ['pages of this machine', 'http://localhost:6274', '127.0.0.1:8080'],
  ['pages of this machine, on the same port', 'http://[::1]:8080', '[::1]:8080'],
  ['pages at an IP address, which cannot be rebound', 'http://10.1.2.3', '10.1.2.3'],
])('%s: allowed', (_, origin, host) => {
  expect(isTrustedOrigin(from(origin, host), keyed)).toBe(true)
})

test.each([
  ['a name rebound to this server', 'http://rebound.example:8080', 'rebound.example:8080'],
  ['the same in capitals', 'http://rebound.example', 'REBOUND.example'],
  ['an invalid Origin', 'anything', 'nonprofits.example'],
])('%s: rejected', (_, origin, host) => {
  expect(isTrustedOrigin(from(origin, host), keyed)).toBe(false)
})

test('without keys, only pages of this machine and of PUBLIC_URL are allowed', () => {
  const may = (origin?: string) => isTrustedOrigin(from(origin), open)
  expect([undefined, 'http://localhost:3000', 'https://nonprofits.example'].map(may)).toEqual([
    true,
    true,
    true,
  ])
  expect(['https://agents.example', 'null'].map(may)).toEqual([false, false])
})
