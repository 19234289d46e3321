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

// What the head of the file says is not kept, and no social security number.
const isKept = ({ path }: Leaf): boolean =>
  !/^\/Return\[1\](\/ReturnData\[1\])?\/@/.test(path) || path.endsWith('/@returnVersion')
const keysOf = (leaves: Leaf[]): string[] =>
  leaves
    .filter(({ path }) => !/SSN\[\d+\]$/.test(path))
    .map(({ path, text: value }) => `${path} ${value}`)

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
    let leaves = 0
    for (const { ein, objectId, archive } of filings) {
      const { pieces, close } = await open(ein, objectId, 'test')
      const rebuilt = keysOf(readLeaves(await text(Readable.from(pieces))))
      await close()
      const source = readLeaves(readFileSync(files.get(archive) ?? archive, 'utf8'))
      expect(rebuilt, archive).toEqual(keysOf(source.filter(isKept)))
      leaves += rebuilt.length
    }
    expect([filings.length, leaves]).toEqual([220, 386_504])
  })
})
