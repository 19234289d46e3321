import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { isXmlName, type Recognized } from '../sources/recognize.ts'
import type { SourceKind, TabularSource } from '../sources/source.ts'
import { LARGEST_RETURN } from '../sources/strict-return.ts'
import { listZip, type ZipEntry } from '../sources/zip.ts'

/** A return of a slice: a single file, or an entry of the source's zip. */
export type Member = { path: string; size: number } | ZipEntry

/** The unit that one transaction loads. */
export type Slice = { members: Member[]; count: number; bytes: number }

/**
 * What a fingerprint identifies. A finished source identified by its bytes is skipped. One
 * identified by its directory is skipped only if nothing in it was rejected: a damaged entry may
 * have been repaired under the same directory. A source identified only by names and times is
 * always read.
 */
export type KnownBy = 'bytes' | 'directory' | 'names'

/** A source to be registered: its fingerprint and its slices. */
export type SourceToLoad = {
  kind: SourceKind
  path: string
  files: number
  table?: TabularSource
  bytes: number
  members: number
  fingerprint: Buffer
  knownBy: KnownBy
  slices(): AsyncIterable<Slice> | Iterable<Slice>
}

// About a second of work for one thread: a killed load loses little and progress stays visible,
// while commit and COPY are negligible compared with parsing.
const SLICE_MEMBERS = 256
const SLICE_BYTES = 32 << 20

/** A source that has not been read yet; opening it reads the file, which may fail. */
type UnopenedSource = { path: string; open(): Promise<SourceToLoad> }

/** Divides the recognized files into sources: the archives, the single returns, and the tables. */
export function sourcesOf({ archives, returns, tables }: Recognized): UnopenedSource[] {
  const singles = { path: pathOf(returns), open: async () => returnsSource(returns) }
  return [
    ...archives.map((archive) => ({ path: archive.path, open: () => archiveSource(archive) })),
    ...(returns.length > 0 ? [singles] : []),
    ...tables.map((table) => ({ path: table.path, open: () => tableSource(table) })),
  ]
}

const pathOf = (files: Recognized['returns']): string =>
  files.length === 1 ? (files[0]?.path ?? '') : `${files.length} files`

async function archiveSource(archive: Recognized['archives'][number]): Promise<SourceToLoad> {
  const { path, bytes } = archive
  const hash = createHash('sha256').update(`archive ${bytes}`)
  let members = 0
  // Names, sizes, and checksums of all entries identify the content: reading a directory takes a
  // second, reading the archive minutes.
  for await (const entry of returnsOf(path)) {
    members += 1
    hash.update(`\n${entry.name} ${entry.offset} ${entry.size} ${entry.crc}`)
  }
  const slices = () => cut(returnsOf(path))
  const fingerprint = hash.digest()
  return {
    kind: 'efile',
    path,
    files: 1,
    bytes,
    members,
    fingerprint,
    knownBy: 'directory',
    slices,
  }
}

async function* returnsOf(path: string): AsyncGenerator<ZipEntry> {
  for await (const entry of listZip(path)) if (isXmlName(entry.name)) yield entry
}

/**
 * Returns single files as one source. Names, sizes, and times only distinguish a killed load from a
 * new one; whether a return is already stored depends on its content.
 */
function returnsSource(files: Recognized['returns']): SourceToLoad {
  const hash = createHash('sha256').update('returns')
  for (const file of files)
    hash.update(`\n${file.path} ${file.bytes} ${statSync(file.path).mtimeMs}`)
  return {
    kind: 'efile',
    path: pathOf(files),
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    members: files.length,
    fingerprint: hash.digest(),
    knownBy: 'names',
    slices: () => cut(files.map(({ path, bytes }) => ({ path, size: bytes }))),
  }
}

async function* cut(members: AsyncIterable<Member> | Iterable<Member>): AsyncGenerator<Slice> {
  let slice: Slice = { members: [], count: 0, bytes: 0 }
  for await (const member of members) {
    // A zip can claim any size, so a return above the limit is rejected unread.
    const bytes = Math.min(member.size, LARGEST_RETURN)
    const isFull = slice.count >= SLICE_MEMBERS || slice.bytes + bytes > SLICE_BYTES
    if (isFull && slice.count > 0) {
      yield slice
      slice = { members: [], count: 0, bytes: 0 }
    }
    slice.members.push(member)
    slice.count += 1
    slice.bytes += bytes
  }
  if (slice.count > 0) yield slice
}

/** Returns a table as one slice; its rows are merged in batches whose position is stored. */
async function tableSource(table: TabularSource): Promise<SourceToLoad> {
  const hash = createHash('sha256').update(`${table.kind} ${table.asOf} ${table.member ?? ''}\n`)
  for await (const piece of createReadStream(table.path)) hash.update(piece as Buffer)
  return {
    kind: table.kind,
    path: table.path,
    files: 1,
    table,
    bytes: table.bytes,
    members: 0,
    fingerprint: hash.digest(),
    knownBy: 'bytes',
    slices: () => [{ members: [], count: 0, bytes: table.bytes }],
  }
}
