import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitReturnXml } from '#src/organizations/filings/return-xml.ts'
import { type Leaf, readLeaves } from '#test/read-leaves.ts'
import { createLoaded } from '#test/world/prepared.ts'
import type { Store } from '#test/world/store.ts'
import { REAL, REAL_DATA } from './real-data.ts'

const RECENT = join(REAL_DATA, 'recent/filings')
const FOLDERS = [REAL, RECENT]

type Stored = { ein: string; objectId: string; archive: string }
type Compared = { leaves: number; missing: Leaf[]; added: Leaf[]; moved: number }

// What the head of the file says is not kept.
const isKept = ({ path }: Leaf): boolean =>
  !/^\/Return\[1\](\/ReturnData\[1\])?\/@/.test(path) || path.endsWith('/@returnVersion')
const isSsn = ({ path }: Leaf): boolean => /SSN\[\d+\]$/.test(path)
const keyOf = ({ path, text: value }: Leaf): string => `${path} ${value}`

/** Compares a return with the source by XPath and text; `moved` counts leaves in another order. */
function compare(source: string, rebuilt: string): Compared {
  const before = readLeaves(source).filter((leaf) => isKept(leaf) && !isSsn(leaf))
  const after = readLeaves(rebuilt).filter((leaf) => !isSsn(leaf))
  const [known, found] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return {
    leaves: before.length,
    missing: before.filter((leaf) => !found.has(keyOf(leaf))),
    added: after.filter((leaf) => !known.has(keyOf(leaf))),
    moved: before.filter((leaf, at) => after[at] === undefined || keyOf(after[at]) !== keyOf(leaf))
      .length,
  }
}

describe.skipIf(!FOLDERS.every(existsSync))('the XML of the real filings', () => {
  let store: Store
  beforeAll(async () => {
    store = await createLoaded('filing_xml', { paths: FOLDERS, asOf: '2026-04' })
  })
  afterAll(() => store?.drop())

  test('has every leaf of the source, at its XPath and in its order', async () => {
    const filings = await store.db.query<Stored>(
      `select ein, object_id as "objectId", source_archive as archive
       from filing where form <> '990N' order by object_id`,
    )
    const open = limitReturnXml({ postgres: store.db } as Parameters<typeof limitReturnXml>[0])
    const files = new Map(
      FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => [file, join(folder, file)])),
    )
    const sums = { filings: 0, leaves: 0, missing: 0, added: 0, moved: 0 }
    const differing: unknown[] = []
    for (const { ein, objectId, archive } of filings) {
      const { pieces, close } = await open(ein, objectId, 'test')
      const rebuilt = await text(Readable.from(pieces))
      await close()
      const found = compare(readFileSync(files.get(archive) ?? archive, 'utf8'), rebuilt)
      sums.filings += 1
      sums.leaves += found.leaves
      sums.missing += found.missing.length
      sums.added += found.added.length
      sums.moved += found.moved
      if (found.missing.length + found.added.length + found.moved > 0) {
        const [missing, added] = [found.missing.slice(0, 3), found.added.slice(0, 3)]
        differing.push({ archive, moved: found.moved, missing, added })
      }
    }
    expect(differing).toEqual([])
    expect(sums).toEqual({ filings: 220, leaves: 386_504, missing: 0, added: 0, moved: 0 })
  })
})
