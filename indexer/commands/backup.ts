import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, openAsBlob } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  BlobReader,
  configure,
  type FileEntry,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { z } from 'zod'
import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import { migrate } from '#src/platform/clients/migrations.ts'
import {
  createPostgres,
  type Postgres,
  readValue,
  type Session,
} from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { withStore, withUnmigrated } from './servers.ts'

configure({ useWebWorkers: false })

/** The tables that no file can fill again, in an order that suits their references. */
const TABLES = [
  'api_key',
  'usage_day',
  'search_recovery',
  'submission',
  'web_capture',
  'web_icon',
] as const

const FORMAT = 1
const MANIFEST = 'manifest.json'
/** A manifest has 2 KB. Another program's entry of that name must not fill the memory. */
const LONGEST_MANIFEST = 1 << 20

const Manifest = z.object({
  format: z.number(),
  madeAt: z.string(),
  /** The newest migration of the store, whose number orders stores by age. */
  migration: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      sha256: z.string(),
    }),
  ),
})
type Manifest = z.infer<typeof Manifest>

/** `npm run backup -- FILE`. Changes nothing in the store, not even by a migration. */
export async function runBackup(file: string): Promise<void> {
  const config = readConfig()
  if (existsSync(file)) {
    throw new OperatorError(`${file} exists. Choose the name of a new file, or remove that one.`)
  }
  const manifest = await withUnmigrated(config, ['postgres'], async (url) => {
    const db = createPostgres({ url, ca: config.database.ca, statementTimeoutMs: 0 })
    return await writeBackup(db, file).finally(db.close)
  })
  console.log(wrap(`Backed up ${describe(manifest)} to ${file}. Keep it private.`))
}

/** `npm run restore -- FILE` */
export async function runRestore(file: string): Promise<void> {
  const manifest = await checkBackup(file)
  await withStore(readConfig(), ({ db }) => restoreBackup(db, file, manifest))
  console.log(wrap(`Restored ${describe(manifest)} from ${file}.`))
  console.log('Next: npm run load -- PATH, then the steps in docs/running/backup.md.')
}

/** `npm run migrate` */
export async function runMigrate(): Promise<void> {
  const config = readConfig()
  const options = { ca: config.database.ca, isEmbedded: config.database.url === undefined }
  const ran = await withUnmigrated(config, ['postgres'], (url) =>
    migrate(url, { ...options, mayTakeLong: true }),
  )
  const migrated = `Migrated the store: ${ran.join(', ')}. Next: npm run refresh.`
  console.log(ran.length > 0 ? wrap(migrated) : 'The store is up to date.')
}

const describe = ({ tables }: Manifest): string =>
  tables.map(({ name, rows }) => `${name} (${countOf(rows, 'row')})`).join(', ')

/**
 * Writes one consistent state of the tables to a file that only its owner can read; the file has its
 * name only when it is complete. Returns its manifest. Throws OperatorError if the store is empty or
 * the file cannot be written.
 */
export async function writeBackup(db: Postgres, file: string): Promise<Manifest> {
  const part = `${file}.part`
  try {
    await rm(part, { force: true })
    const out = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
    const zip = new ZipWriter(Writable.toWeb(out))
    const manifest = await db.snapshot(async (session): Promise<Manifest> => {
      await session.query("set local datestyle = 'ISO, YMD'")
      const migration = await newestMigration(session)
      const tables: Manifest['tables'] = []
      for (const name of TABLES) {
        const columns = await columnsOf(session, name)
        if (columns.length === 0) continue
        const sum = openSum()
        const rows = session.copyTo(`copy ${name} (${columns}) to stdout (encoding 'UTF8')`)
        const entry = Readable.toWeb(Readable.from(summed(rows, sum)))
        // Its size is not known yet, and 4 GB may not be enough.
        await zip.add(name, entry as ReadableStream, { zip64: true })
        tables.push({ name, columns, ...sum.read() })
      }
      return { format: FORMAT, madeAt: new Date().toISOString(), migration, tables }
    })
    await zip.add(MANIFEST, new TextReader(JSON.stringify(manifest, null, 2)))
    await zip.close()
    await rename(part, file)
    return manifest
  } catch (error) {
    await rm(part, { force: true })
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    const sentence = `${file} cannot be written (${code}). Check that the folder exists and is writable.`
    throw new OperatorError(sentence, { cause: error })
  }
}

/** Throws OperatorError unless the file is a complete and unchanged backup; returns its manifest. */
export async function checkBackup(file: string): Promise<Manifest> {
  return await withEntries(file, async (entries) => {
    const found = entries.get(MANIFEST)
    if (found === undefined || found.uncompressedSize > LONGEST_MANIFEST) throw notOurs(file)
    const text = await found.getData(new TextWriter()).catch(() => {
      throw damaged(file)
    })
    const { format } = z.object({ format: z.number() }).parse(JSON.parse(text))
    if (format > FORMAT) throw newer(file)
    const manifest = Manifest.parse(JSON.parse(text))
    for (const { name, rows, sha256 } of manifest.tables) {
      const entry = entries.get(name)
      if (!TABLES.some((table) => table === name)) throw newer(file)
      const sum = openSum()
      if (entry) for await (const _ of summed(bytesOf(entry), sum));
      const read = sum.read()
      if (read.rows !== rows || read.sha256 !== sha256) throw damaged(file)
    }
    return manifest
  })
}

/**
 * Restores a checked backup in one transaction. A store with only the key of the first start counts
 * as new: that key, and counts of usage, give way to the file's. Throws OperatorError, and changes
 * nothing, if the store has other data or the file is of a newer version.
 */
export async function restoreBackup(db: Postgres, file: string, manifest: Manifest): Promise<void> {
  await withEntries(file, (entries) =>
    db.transaction(async (session) => {
      await session.query("set local datestyle = 'ISO, YMD'")
      if (manifest.migration > (await newestMigration(session))) throw newer(file)
      for (const { name, columns } of manifest.tables) {
        const known = await columnsOf(session, name)
        if (columns.some((column) => !known.includes(column))) throw newer(file)
      }
      // A running service must not add rows between the check and the copy.
      await session.query(`lock table ${TABLES} in share row exclusive mode`)
      await requireNew(session)
      for (const table of TABLES) {
        const wanted = manifest.tables.find(({ name }) => name === table)
        const entry = entries.get(table)
        if (!wanted?.rows || !entry) continue
        await session.query(`delete from ${table}`)
        const sum = openSum()
        const copy = `copy ${table} (${wanted.columns}) from stdin (encoding 'UTF8')`
        await pipeline(Readable.from(summed(bytesOf(entry), sum)), session.copyFrom(copy))
        if (sum.read().sha256 !== wanted.sha256) throw damaged(file)
      }
      await session.query(
        "select setval(pg_get_serial_sequence('api_key', 'id'), max(id)) from api_key having max(id) > 0",
      )
    }),
  )
}

/** Throws OperatorError if the store has data that a restore would replace. */
async function requireNew(session: Session): Promise<void> {
  const [found] = await session.query<Record<string, boolean>>(
    `select exists (select from api_key where owner <> 'first start' or revoked_at is not null)
         or (select count(*) > 1 from api_key) as api_key,
       exists (select from submission) as submission,
       exists (select from web_capture) as web_capture,
       exists (select from web_icon) as web_icon`,
  )
  const full = Object.entries(found ?? {}).flatMap(([table, hasRows]) => (hasRows ? [table] : []))
  if (full.length === 0) return
  throw new OperatorError(
    `The store already has rows in ${full.join(', ')}, which a restore would replace. Nothing was restored. Restore into a new database or DATA_DIR.`,
  )
}

async function newestMigration(session: Session): Promise<string> {
  const exists = await readValue<boolean>(session, "select to_regclass('migration') is not null")
  const newest =
    exists && (await readValue<string>(session, 'select max(name collate "C") from migration'))
  if (newest) return newest
  throw new OperatorError(
    'The store has no tables yet, so there is nothing to back up. Check DATABASE_URL and DATA_DIR.',
  )
}

const columnsOf = async (session: Session, table: string): Promise<string[]> =>
  (
    await session.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
  ).map(({ name }) => name)

/** Opens the zip for `work`. Throws OperatorError if it cannot be read as a backup. */
async function withEntries<T>(
  file: string,
  work: (entries: Map<string, FileEntry>) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist. Check the path.`)
  const zip = new ZipReader(new BlobReader(await openAsBlob(file)))
  try {
    const entries = await zip.getEntries().catch((cause) => {
      throw notOurs(file, cause)
    })
    const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]))
    return await work(new Map(files.map((entry) => [entry.filename, entry])))
  } catch (error) {
    throw error instanceof z.ZodError || error instanceof SyntaxError ? notOurs(file, error) : error
  } finally {
    await zip.close()
  }
}

/** Returns the unpacked bytes; fails like a changed file if they cannot be unpacked. */
async function* bytesOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const unpacked = entry.getData(writable).catch(() => writable.abort().catch(() => undefined))
  try {
    yield* readable
  } catch {
    // The checksum differs then.
  }
  await unpacked
}

function openSum() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    // COPY ends each row with a line feed and escapes those in values.
    add(piece: Uint8Array) {
      hash.update(piece)
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1
    },
    read: () => ({ rows, sha256: hash.copy().digest('hex') }),
  }
}

async function* summed(
  pieces: AsyncIterable<Uint8Array>,
  sum: ReturnType<typeof openSum>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    sum.add(piece)
    yield piece
  }
}

const notOurs = (file: string, cause?: unknown) =>
  new OperatorError(
    `${file} is not a complete backup: expected a file that npm run backup wrote. Nothing was restored. Copy the file again, or use another one.`,
    { cause },
  )
const damaged = (file: string) =>
  new OperatorError(
    `${file} is damaged: its contents do not match its checksums. Nothing was restored. Copy the file again, or use another one.`,
  )
const newer = (file: string) =>
  new OperatorError(
    `${file} was made by a newer version of the service. Nothing was restored. Install that version or a later one, and restore again.`,
  )
