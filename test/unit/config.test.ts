import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from '#src/config.ts'
import { OperatorError } from '#src/errors.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true, access: 'keyed' })
    expect(config.opensearch.url).toBeUndefined()
  })

  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['OPENSEARCH_URL', 'nonsense', 'begins with http:// or https://'],
    ['DATABASE_URL', 'foo', 'begins with postgres:// or postgresql://'],
    ['FILINGS_BASE_URL', 'apps.example', 'begins with http:// or https://'],
    ['OPENSEARCH_CA_FILE', '/no/such/file.pem', 'name a PEM file'],
  ])('refuses %s=%s and says what was expected', (variable, value, expected) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(OperatorError)
    expect(read).toThrow(variable)
    expect(read).toThrow(expected)
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', OPENSEARCH_URL: '' }).port).toBe(8080)
    expect(readConfig({ INDEX_PREFIX: '' }).indexPrefix).toBe('')
  })

  it('keeps downloads in the cache of a user who has named one', () => {
    const { cacheDir } = readConfig({ XDG_CACHE_HOME: '/caches' })
    expect(cacheDir).toBe('/caches/nonprofit-research-service')
    expect(readConfig({ XDG_CACHE_HOME: '' }).cacheDir).toBe(readConfig({}).cacheDir)
  })
})

describe('describeConfig', () => {
  it('shows no password', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://user:hidden@db.example/nonprofits' })
    const shown = describeConfig(config)
      .map((row) => row.join(' '))
      .join('\n')
    expect(shown).toContain('user:***@db.example')
    expect(shown).not.toContain('hidden')
  })

  it('shows what the README explains', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, settings = ''] = /\n## Settings\n(.*?)\n## /s.exec(readme) ?? []
    const shown = describeConfig(readConfig({})).map(([variable]) => variable)
    expect(shown.filter((variable) => !settings.includes(`\`${variable}\``))).toEqual([])
  })
})
