import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true, access: 'keyed' })
    expect(config.opensearch.url).toBeUndefined()
  })

  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535; got "abc"'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['OPENSEARCH_URL', 'nonsense', 'begins with http:// or https://'],
    [
      'OPENSEARCH_URL',
      'http://a:9200,b:9200',
      'address 2: expected a URL that begins with http://',
    ],
    ['OPENSEARCH_URL', 'http://a:9200,', 'address 2: expected a URL'],
    [
      'OPENSEARCH_URL',
      'http://a:9200,http://u%er:p@b:9200',
      'address 2: expected a percent-encoded user',
    ],
    ['OPENSEARCH_URL', 'http://a:9200,http://a:9200/', 'an address appears twice'],
    ['OPENSEARCH_URL', 'http://u:p@a:9200,http://u:q@b:9200', 'the same user and password'],
    ['OPENSEARCH_URL', 'http://u:p@a:9200,http://b:9200', 'the same user and password'],
    ['OPENSEARCH_REPLICAS', '-1', 'a whole number from 0 to 20'],
    ['DATABASE_URL', 'foo', 'begins with postgres:// or postgresql://'],
    ['FILINGS_BASE_URL', 'apps.example', 'begins with http:// or https://'],
    ['FILINGS_BASE_URL', 'https://u:p@apps.example/', 'without a user, password, or query'],
    ['FILINGS_BASE_URL', 'https://u@apps.example/', 'without a user, password, or query'],
    ['FILINGS_BASE_URL', 'https://apps.example/?key=k', 'without a user, password, or query'],
    ['FILING_VIEWER_URL', 'on', 'expected "off", or a URL'],
    ['FILING_VIEWER_URL', 'javascript:alert({objectId})', 'begins with https://'],
    ['FILING_VIEWER_URL', 'https://viewer.example/{ein}', 'has {objectId}'],
    ['OPENSEARCH_CA_FILE', '/no/such/file.pem', 'Set OPENSEARCH_CA_FILE to a readable PEM file'],
  ])('rejects %s=%s and says what was expected', (variable, value, expected) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(OperatorError)
    expect(read).toThrow(variable)
    expect(read).toThrow(expected)
  })

  it.each([
    [{ ASSISTANT_MODEL: 'm' }, 'ASSISTANT_BASE_URL and ASSISTANT_MODEL'],
    [{ NOTIFY_WEBHOOK_URL: 'https://hook.example/' }, 'NOTIFY_WEBHOOK_SECRET'],
    [
      { NOTIFY_WEBHOOK_URL: 'https://us%er:p%40ss@hook.example/' },
      'NOTIFY_WEBHOOK_URL: expected a percent-encoded',
    ],
    [{ NOTIFY_WEBHOOK_SECRET: 'short' }, 'NOTIFY_WEBHOOK_SECRET: expected'],
    [{ NOTIFY_SMTP_URL: 'smtp://mail.example' }, 'NOTIFY_EMAIL_TO'],
    [
      { NOTIFY_SMTP_URL: 'smtp://mail.example', NOTIFY_WEBHOOK_URL: 'https://hook.example/' },
      'Both a webhook and mail are set',
    ],
  ])('rejects settings that need others: %o', (env, expected) => {
    expect(() => readConfig(env)).toThrow(OperatorError)
    expect(() => readConfig(env)).toThrow(expected)
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', OPENSEARCH_URL: '' }).port).toBe(8080)
    expect(readConfig({ INDEX_PREFIX: '' }).indexPrefix).toBe('')
  })

  it('reads a list of search nodes and the number of replicas', () => {
    const env = {
      OPENSEARCH_URL: 'http://u:p@a:9200, https://u:p@b:9200',
      OPENSEARCH_REPLICAS: '2',
    }
    const { url, replicas } = readConfig(env).opensearch
    expect(url).toBe('http://u:p@a:9200,https://u:p@b:9200')
    expect(replicas).toBe(2)
    expect(readConfig({}).opensearch.replicas).toBeUndefined()
  })

  it("keeps downloads in the user's cache folder if one is set", () => {
    const { cacheDir } = readConfig({ XDG_CACHE_HOME: '/caches' })
    expect(cacheDir).toBe('/caches/nonprofit-research-service')
    expect(readConfig({ XDG_CACHE_HOME: '' }).cacheDir).toBe(readConfig({}).cacheDir)
  })
})

describe('describeConfig', () => {
  it('shows no secret', () => {
    const env = {
      DATABASE_URL: 'postgres://user:hidden@db.example/nonprofits?sslpassword=hidden',
      OPENSEARCH_URL: 'https://user:hidden@search.example,https://user:hidden@other.example',
      MAVEN_MIRROR_URL: 'https://hidden@mirror.example',
      ASSISTANT_BASE_URL: 'https://user:hidden@models.example/v1',
      ASSISTANT_MODEL: 'some-model',
      ASSISTANT_API_KEY: 'hidden',
      NOTIFY_SMTP_URL: 'smtps://user:hidden@mail.example',
      NOTIFY_EMAIL_FROM: 'api@service.example',
      NOTIFY_EMAIL_TO: 'people@service.example',
    }
    const webhook = {
      NOTIFY_WEBHOOK_URL: 'https://hooks.example/hidden',
      NOTIFY_WEBHOOK_SECRET: `whsec_${'hidden'.repeat(6)}`,
    }
    expect(JSON.stringify(describeConfig(webhook))).not.toContain('hidden')
    const shown = JSON.stringify(describeConfig(env))
    expect(shown).toContain('user:***@db.example')
    expect(shown).toContain('user:***@search.example/,https://user:***@other.example/')
    expect(shown).not.toContain('hidden')
  })

  it.each(['key', 'api_key', 'api-key', 'apikey', 'token', 'access_token', 'code', 'sig', 'pass'])(
    'shows no secret in the parameter %s',
    (name) => {
      const shown = JSON.stringify(
        describeConfig({
          DATABASE_URL: `postgres://db.example/nonprofits?sslmode=require&${name}=hidden`,
          ASSISTANT_BASE_URL: `https://models.example/v1?${name}=hidden&${name}=hidden`,
          ASSISTANT_MODEL: 'some-model',
          NOTIFY_SMTP_URL: `smtp://mail.example?requireTLS=false&${name}=hidden`,
          NOTIFY_EMAIL_FROM: 'api@service.example',
          NOTIFY_EMAIL_TO: 'people@service.example',
        }),
      )
      expect(shown).not.toContain('hidden')
      expect(shown).toContain('sslmode=require')
      expect(shown).toContain('requireTLS=false')
    },
  )

  it('shows current defaults, and explicit settings', () => {
    const of = (env: NodeJS.ProcessEnv) =>
      describeConfig(env).find(({ variable }) => variable === 'LOAD_WORKERS')
    const cores = String(availableParallelism())
    expect(of({})).toMatchObject({ isGiven: false, value: cores })
    expect(of({ LOAD_WORKERS: '' })).toMatchObject({ isGiven: false, value: cores })
    expect(of({ LOAD_WORKERS: '7' })).toMatchObject({ isGiven: true, value: '7' })
    expect(describeConfig({}).filter(({ value }) => /^$|undefined|not set/.test(value))).toEqual([])
  })

  it('shows exactly the variables that docs/running/settings.md explains', () => {
    const page = readFileSync('docs/running/settings.md', 'utf8')
    const explained = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, variable]) => variable)
    const shown = describeConfig({}).map(({ variable }) => variable)
    expect(explained.toSorted()).toEqual(shown.toSorted())
  })
})
