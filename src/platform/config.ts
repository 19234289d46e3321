import { readFileSync } from 'node:fs'
import { availableParallelism, homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { OperatorError } from './errors.ts'

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `expected one of ${words.join(', ')}`)

const flag = (fallback: boolean) =>
  oneOf(['on', 'off', 'true', 'false', '1', '0'])
    .transform((value) => ['on', 'true', '1'].includes(value))
    .default(fallback)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `expected a whole number from ${min} to ${max}`,
    })
    .transform(Number)

const serverUrl = (protocols: string[]) =>
  z
    .string()
    .refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), {
      error: `expected a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    })
    .refine(hasReadableUser, 'expected a percent-encoded user and password; write a plain % as %25')

/** Addresses of one cluster, separated by commas. They stay one string, as in a lease. */
const serverUrls = (protocols: string[]) =>
  z
    .string()
    .transform(splitAddresses)
    .pipe(
      z
        .array(serverUrl(protocols))
        .refine((all) => new Set(all.map((one) => URL.parse(one)?.href)).size === all.length, {
          error: 'expected each node once; an address appears twice',
        })
        // The client has one login for all nodes.
        .refine((all) => new Set(all.map(loginOf)).size === 1, {
          error: 'expected the same user and password in every address',
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

function isViewer(text: string): boolean {
  const isAddress = URL.parse(text)?.protocol === 'https:' && text.includes('{objectId}')
  return text === 'off' || isAddress
}

function hasNoSecret(text: string): boolean {
  const { username = '', password = '', search = '' } = URL.parse(text) ?? {}
  return `${username}${password}${search}` === ''
}

/** An address to which names of files are appended, and which messages may show. */
const baseUrl = (fallback: string) =>
  serverUrl(['http:', 'https:'])
    .refine(hasNoSecret, 'expected a URL without a user, password, or query')
    .transform((url) => url.replace(/\/*$/, '/'))
    .default(fallback)

function hasReadableUser(text: string): boolean {
  const url = URL.parse(text)
  try {
    decodeURIComponent(`${url?.username}${url?.password}`)
    return true
  } catch {
    return false
  }
}

/** How a variable is read, and how `npm run config` shows it. */
type Variable = {
  read: z.ZodType
  /** By default, the value as read. */
  show?: (value: never) => string
  /** Shown if the variable is not set. Default: "(none)". */
  none?: string
  isHidden?: boolean
}

const text = z.string().min(1)
const http = serverUrl(['http:', 'https:']).optional()
const secret = () => '***'

/** Every variable of the environment that the service reads, in the order in which it is shown. */
const VARIABLES = {
  PORT: { read: wholeNumber(0, 65_535).default(8080) },
  HOST: { read: text.default('127.0.0.1') },
  DATA_DIR: { read: text.default('data').transform((folder) => resolve(folder)) },
  CACHE_DIR: { read: text.transform((folder) => resolve(folder)).optional() },
  /** The user's cache folder, which contains the default of CACHE_DIR. */
  XDG_CACHE_HOME: { read: text.optional(), isHidden: true },
  DEMO: { read: flag(true), show: (isOn: boolean) => (isOn ? 'on' : 'off') },
  ACCESS: { read: oneOf(['keyed', 'open']).default('keyed') },
  LOG_LEVEL: {
    read: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  },
  TRUST_PROXY: { read: text.optional() },
  /** The public address of the service, which pages use for links to themselves. */
  PUBLIC_URL: { read: http },
  /** Where pages link to the original of a return. */
  FILING_VIEWER_URL: {
    read: z
      .string()
      .refine(isViewer, 'expected "off", or a URL that begins with https:// and has {objectId}')
      .default('https://projects.propublica.org/nonprofits/organizations/{ein}/{objectId}/full')
      .transform((url) => (url === 'off' ? undefined : url)),
    none: 'off',
  },
  /** Nodes of one cluster, separated by commas. */
  OPENSEARCH_URL: {
    read: serverUrls(['http:', 'https:']).optional(),
    show: (list: string) => splitAddresses(list).map(withoutPassword).join(','),
    none: '(embedded)',
  },
  DATABASE_URL: {
    read: serverUrl(['postgres:', 'postgresql:']).optional(),
    show: withoutPassword,
    none: '(embedded)',
  },
  /** A streaming replica of DATABASE_URL for the reads of `npm start`. */
  DATABASE_READ_URL: {
    read: serverUrl(['postgres:', 'postgresql:']).optional(),
    show: withoutPassword,
    none: '(DATABASE_URL)',
  },
  OPENSEARCH_CA_FILE: { read: text.optional() },
  DATABASE_CA_FILE: { read: text.optional() },
  /** Prefix of all indices and aliases, so that several services can share a cluster. */
  INDEX_PREFIX: {
    read: z
      .string()
      .regex(
        /^[a-z][a-z0-9-]*-$/,
        'expected lowercase letters, digits, and hyphens, ending in "-", such as "nonprofits-"',
      )
      .default(''),
  },
  /** Copies of each index besides the first. */
  OPENSEARCH_REPLICAS: {
    read: wholeNumber(0, 20).optional(),
    none: '(1 if there is a second node, otherwise 0)',
  },
  /** Primary shards of each index. */
  OPENSEARCH_SHARDS: { read: wholeNumber(1, 100).default(1) },
  OPENSEARCH_HEAP_MB: { read: wholeNumber(256, 32_000).default(1024) },
  /** The JDK for the embedded OpenSearch. */
  OPENSEARCH_JAVA_HOME: { read: text.optional(), none: '(JAVA_HOME, PATH, and the usual folders)' },
  JAVA_HOME: { read: text.optional() },
  PATH: { read: z.string().default(''), isHidden: true },
  EMBEDDING_MODEL: { read: text.default('all-minilm-l6-v2-q') },
  LOAD_WORKERS: { read: wholeNumber(1, 64).default(availableParallelism()) },
  /**
   * Where `npm run fetch` downloads from. Messages show these addresses, and names of files are
   * appended to them.
   */
  FILINGS_BASE_URL: { read: baseUrl('https://apps.irs.gov/pub/epostcard/990/xml/') },
  REGISTRY_BASE_URL: { read: baseUrl('https://www.irs.gov/pub/irs-soi/') },
  IRS_LISTS_BASE_URL: { read: baseUrl('https://apps.irs.gov/pub/epostcard/') },
  OFAC_BASE_URL: {
    read: baseUrl('https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/'),
  },
  SAM_BASE_URL: { read: baseUrl('https://api.sam.gov/data-services/v1/') },
  SAM_API_KEY: { read: text.optional(), show: secret },
  AWARDS_BASE_URL: { read: baseUrl('https://files.usaspending.gov/award_data_archive/') },
  AWARDS_LIST_BASE_URL: { read: baseUrl('https://api.usaspending.gov/api/v2/bulk_download/') },
  AUDITS_BASE_URL: { read: baseUrl('https://app.fac.gov/dissemination/public-data/gsa/full/') },
  /** Hosts besides the documented ones to which these servers may redirect. */
  DOWNLOAD_HOSTS: {
    read: z
      .string()
      .regex(/^[\w.-]+(:\d+)?(,[\w.-]+(:\d+)?)*$/, 'expected host names, separated by commas')
      .transform((list) => list.split(','))
      .optional(),
  },
  /** A mirror of Maven Central for the pinned downloads. */
  MAVEN_MIRROR_URL: { read: http, show: withoutPassword, none: '(Maven Central)' },
  /** A model behind the OpenAI protocol, which writes the assistant's answers. */
  ASSISTANT_BASE_URL: { read: http, show: withoutPassword, none: '(built-in planner)' },
  ASSISTANT_MODEL: { read: text.optional() },
  ASSISTANT_API_KEY: { read: text.optional(), show: secret },
  /** Where submissions are reported: to a webhook or by mail. The webhook's path is a secret. */
  NOTIFY_WEBHOOK_URL: { read: http, show: (url: string) => `${new URL(url).origin}/***` },
  NOTIFY_WEBHOOK_SECRET: {
    read: z
      .string()
      .regex(
        /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
        'expected "whsec_" and at least 24 bytes in base64',
      )
      .optional(),
    show: secret,
  },
  NOTIFY_SMTP_URL: { read: serverUrl(['smtp:', 'smtps:']).optional(), show: withoutPassword },
  NOTIFY_EMAIL_FROM: { read: z.email('expected an email address').optional() },
  NOTIFY_EMAIL_TO: { read: z.email('expected an email address').optional() },
} satisfies Record<string, Variable>

type Variables = typeof VARIABLES
type Environment = { [Name in keyof Variables]: z.output<Variables[Name]['read']> }

const environment = z.object(
  Object.fromEntries(Object.entries(VARIABLES).map(([name, { read }]) => [name, read])),
)

export type ModelBackendConfig = { baseUrl: string; model: string; apiKey: string | undefined }
export type NotifyConfig =
  | { kind: 'webhook'; url: string; secret: string }
  | { kind: 'mail'; smtpUrl: string; from: string; to: string }

function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  // Compose files and shells leave empty variables behind, which mean "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [variable, place], message }) => {
      const address = typeof place === 'number' ? `, address ${place + 1}` : ''
      const name = String(variable)
      // Addresses and secrets may contain a password.
      const got = /URL|SECRET|KEY/.test(name) ? '' : `; got "${given[name]?.slice(0, 60)}"`
      return `${name}${address}: ${message}${got}`
    })
    throw invalid(faults)
  }
  return parsed.data as Environment
}

/** Reads the configuration. Throws OperatorError with each invalid variable and what was expected. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return toConfig(readEnvironment(env))
}

export type Config = ReturnType<typeof toConfig>

function toConfig(values: Environment) {
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    cacheDir: values.CACHE_DIR ?? resolve(defaultCacheDir(values.XDG_CACHE_HOME)),
    demo: values.DEMO,
    logLevel: values.LOG_LEVEL,
    access: values.ACCESS,
    trustProxy: values.TRUST_PROXY,
    publicUrl: values.PUBLIC_URL,
    /** Undefined: pages do not link to originals. */
    filingViewerUrl: values.FILING_VIEWER_URL,
    indexPrefix: values.INDEX_PREFIX,
    embeddingModel: values.EMBEDDING_MODEL,
    loadWorkers: values.LOAD_WORKERS,
    /** Where files are downloaded from. Each address ends in a slash. */
    downloads: {
      filings: values.FILINGS_BASE_URL,
      registry: values.REGISTRY_BASE_URL,
      irsLists: values.IRS_LISTS_BASE_URL,
      ofac: values.OFAC_BASE_URL,
      sam: values.SAM_BASE_URL,
      awards: values.AWARDS_BASE_URL,
      awardsList: values.AWARDS_LIST_BASE_URL,
      audits: values.AUDITS_BASE_URL,
      /** Undefined: the exclusions of SAM are not downloaded. */
      samKey: values.SAM_API_KEY,
      hosts: values.DOWNLOAD_HOSTS ?? [],
    },
    opensearch: {
      /** One address, or several separated by commas. */
      url: values.OPENSEARCH_URL,
      ca: readCa('OPENSEARCH_CA_FILE', values.OPENSEARCH_CA_FILE),
      heapMb: values.OPENSEARCH_HEAP_MB,
      /** Undefined: one replica if there is a second node. */
      replicas: values.OPENSEARCH_REPLICAS,
      shards: values.OPENSEARCH_SHARDS,
    },
    database: {
      url: values.DATABASE_URL,
      readUrl: readReplicaUrl(values),
      ca: readCa('DATABASE_CA_FILE', values.DATABASE_CA_FILE),
    },
    java: {
      opensearchHome: values.OPENSEARCH_JAVA_HOME,
      home: values.JAVA_HOME,
      path: values.PATH,
    },
    mavenMirror: values.MAVEN_MIRROR_URL,
    /** Undefined: the built-in planner answers. */
    modelBackend: readModelBackend(values),
    /** Undefined: submissions are stored without a report. */
    notify: readNotify(values),
  }
}

function readReplicaUrl({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Environment) {
  if (readUrl === undefined || url !== undefined) return readUrl
  throw invalid(['DATABASE_READ_URL: also set DATABASE_URL, the server that it is a replica of'])
}

function readModelBackend(values: Environment): ModelBackendConfig | undefined {
  const { ASSISTANT_BASE_URL: baseUrl, ASSISTANT_MODEL: model, ASSISTANT_API_KEY: apiKey } = values
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined
  if (baseUrl !== undefined && model !== undefined) return { baseUrl, model, apiKey }
  throw invalid([
    'ASSISTANT_BASE_URL and ASSISTANT_MODEL: set both, or unset all ASSISTANT_… variables',
  ])
}

function readNotify(values: Environment): NotifyConfig | undefined {
  const { NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: secret } = values
  const { NOTIFY_SMTP_URL: smtpUrl, NOTIFY_EMAIL_FROM: from, NOTIFY_EMAIL_TO: to } = values
  const hasWebhook = url !== undefined || secret !== undefined
  const hasMail = smtpUrl !== undefined || from !== undefined || to !== undefined
  if (hasWebhook && hasMail) {
    throw invalid([
      'Both a webhook and mail are set: set either NOTIFY_WEBHOOK_… or NOTIFY_SMTP_URL and NOTIFY_EMAIL_…',
    ])
  }
  if (hasWebhook) {
    if (url !== undefined && secret !== undefined) return { kind: 'webhook', url, secret }
    throw invalid(['NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET: set both or neither'])
  }
  if (!hasMail) return undefined
  if (smtpUrl !== undefined && from !== undefined && to !== undefined) {
    return { kind: 'mail', smtpUrl, from, to }
  }
  throw invalid(['NOTIFY_SMTP_URL, NOTIFY_EMAIL_FROM, and NOTIFY_EMAIL_TO: set all three or none'])
}

const invalid = (faults: string[]) =>
  new OperatorError(
    [
      'The settings are not valid:',
      ...faults.map((fault) => `  ${fault}`),
      'Correct these environment variables. See docs/running/settings.md.',
    ].join('\n'),
  )

// All checkouts of a user share downloads. Root's engines run as another user, which cannot enter
// root's home folder, so root's cache is in a folder that all may read.
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
    throw new OperatorError(
      `${variable}: cannot read ${path}. Set ${variable} to a readable PEM file.`,
      {
        cause,
      },
    )
  }
}

/** Parameters of addresses that are useful to operators and not secret. */
const HARMLESS = new Set([
  ...['sslmode', 'application_name', 'connect_timeout', 'host', 'port', 'user'],
  ...['requireTLS', 'ignoreTLS', 'secure', 'name', 'api-version'],
])

/** Returns a server's address with `***` for every secret in it. */
export function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  // A user without a password is a token for web servers, but a role for databases.
  else if (shown.username && shown.protocol.startsWith('http')) shown.username = '***'
  // Postgres accepts passwords as parameters, and gateways accept keys under various names.
  for (const name of new Set(shown.searchParams.keys())) {
    if (!HARMLESS.has(name)) shown.searchParams.set(name, '***')
  }
  return shown.toString()
}

export type Setting = { variable: string; isGiven: boolean; value: string }

/** Returns the configuration in force, variable by variable, without secrets. */
export function describeConfig(env: NodeJS.ProcessEnv = process.env): Setting[] {
  const values = readEnvironment(env)
  const { cacheDir } = toConfig(values)
  const shown: Readonly<Record<string, unknown>> = { ...values, CACHE_DIR: cacheDir }
  return Object.entries<Variable>(VARIABLES).flatMap(
    ([variable, { show = String, none = '(none)', isHidden }]) => {
      if (isHidden) return []
      const value = shown[variable]
      const isNone = value === undefined || value === ''
      return {
        variable,
        isGiven: Boolean(env[variable]),
        value: isNone ? none : show(value as never),
      }
    },
  )
}
