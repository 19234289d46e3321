import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases } from '../cases.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true, access: 'keyed' })
    expect(config.opensearch.url).toBeUndefined()
  })

  const REJECTED = cases<[NodeJS.ProcessEnv]>('rejected settings').flat()

  const messageOf = (env: NodeJS.ProcessEnv): string => {
    try {
      readConfig(env)
      return 'accepted'
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      return error.message
    }
  }

  it.each([
    ...['OPENSEARCH_URL', 'DATABASE_URL', 'ASSISTANT_BASE_URL', 'NOTIFY_SMTP_URL'],
    ...['NOTIFY_WEBHOOK_URL', 'MAVEN_MIRROR_URL', 'FILINGS_BASE_URL', 'FILING_VIEWER_URL'],
  ])('prints no password of a rejected %s', (variable) => {
    for (const address of ['gopher://u:hidden@a', 'hidden', 'https://u%er:hidden@a, http://b']) {
      const message = messageOf({ [variable]: address })
      expect(message).toContain(variable)
      expect(message).not.toContain('hidden')
    }
  })

  it('prints no rejected secret', () => {
    expect(messageOf({ NOTIFY_WEBHOOK_SECRET: 'hidden' })).not.toContain('hidden')
  })

  it('rejects settings, each with its name and what was expected', async () => {
    await expectRecorded('settings', {
      'rejected settings': REJECTED.map((env) => `${JSON.stringify(env)}: ${messageOf(env)}`),
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', OPENSEARCH_URL: '' }).port).toBe(8080)
    expect(readConfig({ INDEX_PREFIX: '' }).indexPrefix).toBe('')
  })

  it('reads a list of search nodes and the numbers of replicas and shards', () => {
    const nodes = 'http://u:p@a:9200, https://u:p@b:9200'
    const { opensearch } = readConfig({ OPENSEARCH_URL: nodes, OPENSEARCH_REPLICAS: '2' })
    expect(opensearch).toMatchObject({ url: nodes.replace(' ', ''), replicas: 2, shards: 1 })
    expect(readConfig({}).opensearch.replicas).toBeUndefined()
    expect(readConfig({ OPENSEARCH_SHARDS: '3' }).opensearch.shards).toBe(3)
  })

  it("keeps downloads in the user's cache folder if one is set", () => {
    const { cacheDir } = readConfig({ XDG_CACHE_HOME: '/caches' })
    expect(cacheDir).toBe('/caches/nonprofit-research-service')
    expect(readConfig({ XDG_CACHE_HOME: '' }).cacheDir).toBe(readConfig({}).cacheDir)
  })
})

describe('describeConfig', () => {
  const MAIL = { NOTIFY_EMAIL_FROM: 'a@service.example', NOTIFY_EMAIL_TO: 'b@service.example' }

  it('shows no secret', () => {
    const env = {
      DATABASE_URL: 'postgres://user:hidden@db.example/nonprofits?sslpassword=hidden',
      OPENSEARCH_URL: 'https://user:hidden@search.example,https://user:hidden@other.example',
      MAVEN_MIRROR_URL: 'https://hidden@mirror.example',
      ASSISTANT_BASE_URL: 'https://user:hidden@models.example/v1',
      ASSISTANT_MODEL: 'some-model',
      ASSISTANT_API_KEY: 'hidden',
      NOTIFY_SMTP_URL: 'smtps://user:hidden@mail.example',
      ...MAIL,
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
          ...MAIL,
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
