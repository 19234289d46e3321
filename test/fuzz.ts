import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { Unreadable } from '#indexer/sources/bytes.ts'
import { TABULAR_READERS } from '#indexer/sources/readers.ts'
import { recognizePaths } from '#indexer/sources/recognize.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { listZip, openZip } from '#indexer/sources/zip.ts'
import { createRandom, type Random, SEED } from '#test/random.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'

// Feeds changed demo files to the parsers. Every input must be read or rejected.

const HOSTILE = [
  ...[
    '<!DOCTYPE a [<!ENTITY b "cccccccc">]>',
    '&b;&b;&b;',
    '<?xml version="1.0" encoding="utf-16"?>',
  ],
  ...[
    '<A>'.repeat(500),
    `<A b="${'x'.repeat(70_000)}"/>`,
    '<![CDATA[',
    '<!--',
    '\0',
    '"',
    '""',
    ']]>',
  ],
  ...[
    '\ufeff',
    '\u202e',
    '|'.repeat(400),
    ','.repeat(400),
    '\n',
    '\r',
    '&#0;',
    '&#x110000;',
    '-1e309',
  ],
]

const ELEMENT = /<(\w+)[^<>]*>[^<]*<\/\1>/g
const LINE = /[^\n]+\n/g

/** Returns bytes after a change of one byte, or with one XML element or line repeated or removed. */
function mutateSlightly(random: Random, sample: Buffer): Buffer {
  const text = sample.toString('latin1')
  const elements = [...text.matchAll(ELEMENT)]
  const parts = elements.length > 0 ? elements : [...text.matchAll(LINE)]
  const { 0: part, index: from } = random.pick(parts)
  const start = part.startsWith('<') ? part.indexOf('>') + 1 : 0
  const end = part.startsWith('<') ? part.lastIndexOf('<') : part.length - 1
  const at = random.int(start, Math.max(start, end - 1))
  const byte = String.fromCharCode(random.int(32, random.chance(0.8) ? 126 : 255))
  const changed = random.pick([
    part.slice(0, at) + byte + part.slice(at < end ? at + 1 : at),
    part + part,
    '',
  ])
  const bytes = text.slice(0, from) + changed + text.slice(from + part.length)
  return Buffer.from(bytes, 'latin1')
}

/** Returns bytes after a small change or, for half of the draws, up to four of any size. */
function mutate(random: Random, sample: Buffer): Buffer {
  if (random.chance(0.5)) return mutateSlightly(random, sample)
  let bytes = Buffer.from(sample)
  for (let left = random.int(1, 4); left > 0; left -= 1) {
    const from = random.int(0, Math.max(0, bytes.length - 1))
    const to = Math.min(bytes.length, from + random.int(1, 400))
    const [before, part, after] = [
      bytes.subarray(0, from),
      bytes.subarray(from, to),
      bytes.subarray(to),
    ]
    const kind = random.int(0, 5)
    if (kind === 0 && bytes.length > 0) bytes[from] = (bytes[from] ?? 0) ^ (1 << random.int(0, 7))
    else if (kind === 1) bytes = Buffer.from(before)
    else if (kind === 2) bytes = Buffer.concat([before, after])
    else if (kind === 3)
      bytes = Buffer.concat([before, ...Array(random.int(2, 9)).fill(part), after])
    else if (kind === 4)
      bytes = Buffer.concat([before, Buffer.from(random.pick(HOSTILE)), part, after])
    else bytes = Buffer.from(bytes.toString('latin1'), random.pick(['utf16le', 'utf8', 'latin1']))
  }
  return bytes
}

export type Outcome = 'read' | 'rejected'
type Parser = (random: Random) => Promise<Outcome>

/** Returns the parsers by kind, over samples of the demo. */
async function openParsers(folder: string): Promise<Record<string, Parser>> {
  const archive = join(DEMO_FOLDER, 'download990xml_2021_1.zip')
  const returns: Buffer[] = []
  const zip = openZip(archive)
  for await (const entry of listZip(archive)) {
    if (returns.length < 30) returns.push(Buffer.from(await zip.read(entry)))
  }
  zip.close()
  const found = await recognizePaths([DEMO_FOLDER], undefined)
  const tables = await Promise.all(
    found.tables.map(async (source) => {
      const reader = TABULAR_READERS.find(({ kind }) => kind === source.kind)
      if (!reader) throw new Error(`No reader reads ${source.kind}.`)
      return {
        source,
        reader,
        head: wholeLines((await readTable(source.path, source.member)).subarray(0, 8_000)),
      }
    }),
  )
  const zips = [readFileSync('test/data/deflate64.zip'), readFileSync(archive).subarray(-100_000)]
  const path = join(folder, 'fuzzed.zip')
  return {
    returns: async (random) => {
      try {
        readReturn(mutate(random, random.pick(returns)))
        return 'read'
      } catch (error) {
        return toReject(error)
      }
    },
    tables: async (random) => {
      const { source, reader, head } = random.pick(tables)
      let outcome: Outcome = 'read'
      for await (const row of reader.read(Readable.from([mutate(random, head)]), source)) {
        if ('code' in row) outcome = 'rejected'
      }
      return outcome
    },
    zips: async (random) => {
      if (random.chance(0.5))
        await writeZip(path, [{ name: 'a.xml', bytes: mutate(random, random.pick(returns)) }])
      else writeFileSync(path, mutate(random, random.pick(zips)))
      const { archives, tables, rejected } = await recognizePaths([path], '2026-01')
      if (archives.length + tables.length === 0 || rejected.length > 0) return 'rejected'
      const zip = openZip(path)
      try {
        for await (const entry of listZip(path)) await zip.read(entry)
        return 'read'
      } catch (error) {
        return toReject(error)
      } finally {
        zip.close()
      }
    },
  }
}

const wholeLines = (head: Buffer) => head.subarray(0, head.lastIndexOf('\n') + 1)

async function readTable(path: string, member: string | undefined): Promise<Buffer> {
  if (member === undefined) return readFileSync(path)
  const zip = openZip(path)
  try {
    for await (const entry of listZip(path)) {
      if (entry.name === member) return await zip.head(entry, 8_000)
    }
    throw new Error(`${path} has no ${member}.`)
  } finally {
    zip.close()
  }
}

function toReject(error: unknown): Outcome {
  if (error instanceof Unreadable) return 'rejected'
  throw error
}

export type Tried = Record<string, Record<Outcome, number>>

/** Tries so many inputs of each kind; returns how many were read and rejected. Throws what an input causes, with its label. */
export async function tryInputs(parsers: Record<string, Parser>, inputs: number): Promise<Tried> {
  const tried: Tried = {}
  for (const [kind, parse] of Object.entries(parsers)) {
    const counts = { read: 0, rejected: 0 }
    tried[kind] = counts
    for (let at = 0; at < inputs; at += 1) {
      const label = `${SEED} ${kind} ${at}`
      try {
        counts[await parse(createRandom(label))] += 1
      } catch (cause) {
        throw new Error(`Input ${label} is neither read nor rejected.`, { cause })
      }
      if (at % 100 === 0) process.send?.(label)
    }
  }
  return tried
}

/** Tries so many inputs of each kind on the parsers. */
export async function fuzzParsers(inputs: number): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  try {
    return await tryInputs(await openParsers(folder), inputs)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// The slow test starts this module as a process of its own, whose memory is limited.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tried = await fuzzParsers(Number(process.env.INPUTS))
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024
  console.log(JSON.stringify({ tried, peakMib: Math.round(peak) }))
  process.exit(0)
}
