import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateDemo } from '#indexer/demo/generate.ts'
import { listZip, openZip } from '#indexer/sources/zip.ts'
import { REAL } from '#test/real/real-data.ts'

export type FilingFile = { path: string; bytes: number }
export type Return = { name: string; text: string }

/**
 * Writes at least `count` returns, copies of the real ones or else of the demo's. Each copy has its
 * own object id and EINs of the same length, so that sizes are real and the store has none of them.
 */
export async function writeFilings(folder: string, count: number): Promise<FilingFile[]> {
  const originals = existsSync(REAL) ? readReal() : await readDemo(join(folder, 'demo'), count)
  const into = join(folder, 'filings')
  await mkdir(into, { recursive: true })
  const files: FilingFile[] = []
  for (const { name, text } of makeCopies(originals, count)) {
    const path = join(into, name)
    await writeFile(path, text)
    files.push({ path, bytes: Buffer.byteLength(text) })
  }
  return files
}

/** Yields the returns repeatedly until `count`, each copy as another filing. */
export function* makeCopies(originals: readonly Return[], count: number): Generator<Return> {
  const copies = Math.ceil(count / originals.length)
  for (let copy = 0; copy < copies; copy += 1) {
    for (const [at, { name, text }] of originals.entries()) {
      const id = objectId(name, copy * originals.length + at)
      yield { name: `${id}_public.xml`, text: withOtherEin(text, copy) }
    }
  }
}

const readReal = (): Return[] =>
  readdirSync(REAL).map((name) => ({
    name,
    text: readFileSync(join(REAL, name), 'utf8'),
  }))

/** Returns the demo's returns, up to a maximum number. */
export async function readDemo(folder: string, count: number): Promise<Return[]> {
  await generateDemo({ folder, organizations: 400 })
  const originals: Return[] = []
  for (const archive of readdirSync(folder).filter((name) => /990xml|TEOS/.test(name))) {
    const zip = openZip(join(folder, archive))
    for await (const entry of listZip(join(folder, archive))) {
      if (originals.length >= count) break
      originals.push({ name: entry.name, text: (await zip.read(entry)).toString('utf8') })
    }
    zip.close()
  }
  return originals
}

// Digits 1–4 (year) and 6–8 (day of receipt) stay; the rest is a counter.
function objectId(name: string, at: number): string {
  const start = /(?<!\d)(20\d{6})\d{10}(?!\d)/.exec(name)?.[1] ?? '20230136'
  return `${start}${String(at).padStart(10, '0')}`
}

const FILER_EIN = /<(?:\w+:)?Filer\b[^>]*>\s*<(?:\w+:)?EIN>(\d{9})</

// 07 is a prefix the IRS never assigned. One organization's returns stay together in a copy.
function withOtherEin(text: string, copy: number): string {
  const ein = FILER_EIN.exec(text)?.[1]
  if (ein === undefined) return text
  const other = `07${String((Number(ein) * 31 + copy * 7_919) % 10_000_000).padStart(7, '0')}`
  return text.replaceAll(ein, other)
}
