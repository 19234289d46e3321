import { readFileSync } from 'node:fs'
import { availableParallelism, homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { OperatorError } from './errors.ts'

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

const flag = (fallback: boolean) =>
  oneOf(['on', 'off', 'true', 'false', '1', '0'])
    .transform((value) => ['on', 'true', '1'].includes(value))
    .default(fallback)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)

const serverUrl = (protocols: string[]) =>
  z
    .string()
    .refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), {
      error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    })
    .refine(
      hasReadableUser,
      'has a % in its user or password that encodes nothing; write it as %25',
    )

/** Addresses of one cluster in a list with commas. Kept as text: a lease hands on one string. */
const serverUrls = (protocols: string[]) =>
  z
    .string()
    .transform(splitAddresses)
    .pipe(
      z
        .array(serverUrl(protocols))
        .refine((all) => new Set(all.map((one) => URL.parse(one)?.href)).size === all.length, {
          error: 'names an address twice; name each node once',
        })
        // The client has one login for all nodes.
        .refine((all) => new Set(all.map(loginOf)).size === 1, {
          error:
            'has addresses with different users or passwords; write the same user and password in every address',
        }),
    )
    .transform((all) => all.join(','))

/** Splits a list of addresses. A comma inside a password is written as %2C. */
export function splitAddresses(list: string): string[] {
  return list.split(',').map((address) => address.trim())
}

function loginOf(address: string): string {
  const { username = '', password = '' } = URL.parse(address) ?? {}
  return `${username}:${password}`
}

function hasReadableUser(text: string): boolean {
  const url = URL.parse(text)
  try {
    decodeURIComponent(`${url?.username}${url?.password}`)
    return true
  } catch {
    return false
  }
}

/** Every variable of the environment the service reads, with its default. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  CACHE_DIR: z.string().min(1).optional(),
  /** Where a user keeps caches; the default of CACHE_DIR lies in it. */
  XDG_CACHE_HOME: z.string().min(1).optional(),
  DEMO: flag(true),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ACCESS: oneOf(['keyed', 'open']).default('keyed'),
  TRUST_PROXY: z.string().min(1).optional(),
  /** Under which address the world reaches the service; pages name themselves by it. */
  PUBLIC_URL: serverUrl(['http:', 'https:']).optional(),
  /** Nodes of one cluster, separated by commas. */
  OPENSEARCH_URL: serverUrls(['http:', 'https:']).optional(),
  OPENSEARCH_CA_FILE: z.string().min(1).optional(),
  OPENSEARCH_HEAP_MB: wholeNumber(256, 32_000).default(1024),
  /** Copies of each index beside the first; without it one, if there is a second node. */
  OPENSEARCH_REPLICAS: wholeNumber(0, 20).optional(),
  DATABASE_URL: serverUrl(['postgres:', 'postgresql:']).optional(),
  DATABASE_CA_FILE: z.string().min(1).optional(),
  /** All indices and aliases begin with it, so that several services can share a cluster. */
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]*-$/, 'must be lower-case letters, digits and hyphens, ending in "-"')
    .default(''),
  /** The JDK for the embedded OpenSearch; without it JAVA_HOME, PATH and the usual folders. */
  OPENSEARCH_JAVA_HOME: z.string().min(1).optional(),
  JAVA_HOME: z.string().min(1).optional(),
  PATH: z.string().default(''),
  /** A mirror of Maven Central for the pinned downloads. */
  MAVEN_MIRROR_URL: serverUrl(['http:', 'https:']).optional(),
  EMBEDDING_MODEL: z.string().min(1).default('all-minilm-l6-v2-q'),
  LOAD_WORKERS: wholeNumber(1, 64).optional(),
  FILINGS_BASE_URL: serverUrl(['http:', 'https:']).default(
    'https://apps.irs.gov/pub/epostcard/990/xml/',
  ),
  /** Any model behind the OpenAI protocol writes the assistant's answers; without it the planner. */
  ASSISTANT_BASE_URL: serverUrl(['http:', 'https:']).optional(),
  ASSISTANT_MODEL: z.string().min(1).optional(),
  ASSISTANT_API_KEY: z.string().min(1).optional(),
  /** Who is told of questions and feedback: a webhook, or mail. */
  NOTIFY_WEBHOOK_URL: serverUrl(['http:', 'https:']).optional(),
  NOTIFY_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be "whsec_" and at least 24 bytes in base64')
    .optional(),
  NOTIFY_SMTP_URL: serverUrl(['smtp:', 'smtps:']).optional(),
  NOTIFY_EMAIL_FROM: z.email('must be an e-mail address').optional(),
  NOTIFY_EMAIL_TO: z.email('must be an e-mail address').optional(),
})

type Environment = z.output<typeof environment>

export type Config = {
  port: number
  host: string
  dataDir: string
  cacheDir: string
  demo: boolean
  logLevel: Environment['LOG_LEVEL']
  access: Environment['ACCESS']
  trustProxy: string | undefined
  publicUrl: string | undefined
  indexPrefix: string
  embeddingModel: string
  loadWorkers: number
  filingsBaseUrl: string
  opensearch: {
    /** One address or several with commas between them. */
    url: string | undefined
    ca: string | undefined
    heapMb: number
    /** Undefined: one replica if there is a second node. */
    replicas: number | undefined
  }
  database: { url: string | undefined; ca: string | undefined }
  java: { opensearchHome: string | undefined; home: string | undefined; path: string }
  mavenMirror: string | undefined
  /** Undefined: the built-in planner answers. */
  modelBackend: ModelBackendConfig | undefined
  /** Undefined: submissions are kept, and nobody is told. */
  notify: NotifyConfig | undefined
}

export type ModelBackendConfig = { baseUrl: string; model: string; apiKey: string | undefined }
export type NotifyConfig =
  | { kind: 'webhook'; url: string; secret: string }
  | { kind: 'mail'; smtpUrl: string; from: string; to: string }

/**
 * Reads the configuration from an environment.
 * Throws OperatorError naming each variable that is not valid and what was expected.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable means "not set": compose files and shells leave such ones behind.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [variable, place], message }) => {
      const address = typeof place === 'number' ? ` address ${place + 1}` : ''
      return `${String(variable)}${address} ${message}`
    })
    throw new OperatorError(`The environment is not valid: ${faults.join('; ')}.`)
  }
  const values = parsed.data
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    cacheDir: resolve(values.CACHE_DIR ?? defaultCacheDir(values.XDG_CACHE_HOME)),
    demo: values.DEMO,
    logLevel: values.LOG_LEVEL,
    access: values.ACCESS,
    trustProxy: values.TRUST_PROXY,
    publicUrl: values.PUBLIC_URL,
    indexPrefix: values.INDEX_PREFIX,
    embeddingModel: values.EMBEDDING_MODEL,
    loadWorkers: values.LOAD_WORKERS ?? availableParallelism(),
    filingsBaseUrl: values.FILINGS_BASE_URL,
    opensearch: {
      url: values.OPENSEARCH_URL,
      ca: readCa('OPENSEARCH_CA_FILE', values.OPENSEARCH_CA_FILE),
      heapMb: values.OPENSEARCH_HEAP_MB,
      replicas: values.OPENSEARCH_REPLICAS,
    },
    database: {
      url: values.DATABASE_URL,
      ca: readCa('DATABASE_CA_FILE', values.DATABASE_CA_FILE),
    },
    java: {
      opensearchHome: values.OPENSEARCH_JAVA_HOME,
      home: values.JAVA_HOME,
      path: values.PATH,
    },
    mavenMirror: values.MAVEN_MIRROR_URL,
    modelBackend: readModelBackend(values),
    notify: readNotify(values),
  }
}

function readModelBackend(values: Environment): ModelBackendConfig | undefined {
  const { ASSISTANT_BASE_URL: baseUrl, ASSISTANT_MODEL: model, ASSISTANT_API_KEY: apiKey } = values
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined
  if (baseUrl !== undefined && model !== undefined) return { baseUrl, model, apiKey }
  throw incomplete('ASSISTANT_BASE_URL and ASSISTANT_MODEL belong together; set both or neither')
}

function readNotify(values: Environment): NotifyConfig | undefined {
  const { NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: secret } = values
  const { NOTIFY_SMTP_URL: smtpUrl, NOTIFY_EMAIL_FROM: from, NOTIFY_EMAIL_TO: to } = values
  const hasWebhook = url !== undefined || secret !== undefined
  const hasMail = smtpUrl !== undefined || from !== undefined || to !== undefined
  if (hasWebhook && hasMail) {
    throw incomplete('Submissions go to a webhook or by mail; set NOTIFY_WEBHOOK_… or the others')
  }
  if (hasWebhook) {
    if (url !== undefined && secret !== undefined) return { kind: 'webhook', url, secret }
    throw incomplete('NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET belong together; set both')
  }
  if (!hasMail) return undefined
  if (smtpUrl !== undefined && from !== undefined && to !== undefined) {
    return { kind: 'mail', smtpUrl, from, to }
  }
  throw incomplete(
    'NOTIFY_SMTP_URL, NOTIFY_EMAIL_FROM and NOTIFY_EMAIL_TO belong together; set all',
  )
}

const incomplete = (fault: string) => new OperatorError(`The environment is not valid: ${fault}.`)

// Downloads are shared by every checkout of a user. Root's engines run as another user,
// which cannot enter root's home folder, so root's cache lies where all may read.
function defaultCacheDir(cacheHome: string | undefined): string {
  const name = 'nonprofit-research-service'
  if (cacheHome !== undefined) return join(cacheHome, name)
  return userInfo().uid === 0 ? join('/var/cache', name) : join(homedir(), '.cache', name)
}

function readCa(variable: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new OperatorError(`${variable} names ${path}, which cannot be read; name a PEM file.`, {
      cause,
    })
  }
}

/** Parameters of addresses that operators look for and that are no secret. */
const HARMLESS = new Set([
  ...['sslmode', 'application_name', 'connect_timeout', 'host', 'port', 'user'],
  ...['requireTLS', 'ignoreTLS', 'secure', 'name', 'api-version'],
])

/** A server's address as it may be shown: `***` for every secret in it. */
export function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  // A user alone is a token where pages are fetched from; of a database it is a role.
  else if (shown.username && shown.protocol.startsWith('http')) shown.username = '***'
  // Postgres takes passwords as parameters, gateways keys under names of their own.
  for (const name of new Set(shown.searchParams.keys())) {
    if (!HARMLESS.has(name)) shown.searchParams.set(name, '***')
  }
  return shown.toString()
}

function describeNotify(notify: NotifyConfig | undefined): [string, string][] {
  const webhook = notify?.kind === 'webhook' ? notify : undefined
  const mail = notify?.kind === 'mail' ? notify : undefined
  return [
    // Whoever has such an address may post to it: its path is a secret, too.
    ['NOTIFY_WEBHOOK_URL', webhook ? `${new URL(webhook.url).origin}/***` : '(none)'],
    ['NOTIFY_WEBHOOK_SECRET', webhook ? '***' : '(none)'],
    ['NOTIFY_SMTP_URL', showUrl(mail?.smtpUrl) ?? '(none)'],
    ['NOTIFY_EMAIL_FROM', mail?.from ?? '(none)'],
    ['NOTIFY_EMAIL_TO', mail?.to ?? '(none)'],
  ]
}

const showUrl = (url: string | undefined) => url && withoutPassword(url)

const showUrls = (list: string | undefined) =>
  list && splitAddresses(list).map(withoutPassword).join(',')

export type Setting = { variable: string; isGiven: boolean; value: string }

/** The configuration in force, variable by variable, without secrets. */
export function describeConfig(env: NodeJS.ProcessEnv = process.env): Setting[] {
  const config = readConfig(env)
  const rows: [string, string | number][] = [
    ['PORT', config.port],
    ['HOST', config.host],
    ['DATA_DIR', config.dataDir],
    ['CACHE_DIR', config.cacheDir],
    ['DEMO', config.demo ? 'on' : 'off'],
    ['ACCESS', config.access],
    ['LOG_LEVEL', config.logLevel],
    ['TRUST_PROXY', config.trustProxy ?? '(none)'],
    ['PUBLIC_URL', config.publicUrl ?? '(none)'],
    ['OPENSEARCH_URL', showUrls(config.opensearch.url) ?? '(embedded)'],
    ['DATABASE_URL', showUrl(config.database.url) ?? '(embedded)'],
    ['OPENSEARCH_CA_FILE', env.OPENSEARCH_CA_FILE || '(none)'],
    ['DATABASE_CA_FILE', env.DATABASE_CA_FILE || '(none)'],
    ['INDEX_PREFIX', config.indexPrefix || '(none)'],
    ['OPENSEARCH_REPLICAS', config.opensearch.replicas ?? '(one if there is a second node)'],
    ['OPENSEARCH_HEAP_MB', config.opensearch.heapMb],
    [
      'OPENSEARCH_JAVA_HOME',
      config.java.opensearchHome ?? '(JAVA_HOME, PATH and the usual folders)',
    ],
    ['JAVA_HOME', config.java.home ?? '(none)'],
    ['EMBEDDING_MODEL', config.embeddingModel],
    ['LOAD_WORKERS', config.loadWorkers],
    ['FILINGS_BASE_URL', withoutPassword(config.filingsBaseUrl)],
    ['MAVEN_MIRROR_URL', showUrl(config.mavenMirror) ?? '(Maven Central)'],
    ['ASSISTANT_BASE_URL', showUrl(config.modelBackend?.baseUrl) ?? '(built-in planner)'],
    ['ASSISTANT_MODEL', config.modelBackend?.model ?? '(none)'],
    ['ASSISTANT_API_KEY', config.modelBackend?.apiKey ? '***' : '(none)'],
    ...describeNotify(config.notify),
  ]
  return rows.map(([variable, value]) => ({
    variable,
    isGiven: Boolean(env[variable]),
    value: String(value),
  }))
}
