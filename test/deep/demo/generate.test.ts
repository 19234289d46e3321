import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { parse as parseCsv } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATES, TERRITORIES } from '#indexer/demo/content.ts'
import { type DemoSummary, generateDemo } from '#indexer/demo/generate.ts'
import { RESTRICTED } from '#indexer/demo/lists/restrictions.ts'
import { tabularReader } from '#indexer/sources/readers.ts'
import { recognizePaths } from '#indexer/sources/recognize.ts'
import { FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import {
  find,
  type Node,
  type Read,
  readMembers,
  readReturns,
  textAt,
} from '#test/unit/demo/read-demo.ts'

// cross-checks.test.ts compares the totals of returns.

let folder: string
let summary: DemoSummary
let returns: Read[]
let registry: Record<string, string>[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  summary = await generateDemo({ folder })
  returns = await readReturns(folder)
  registry = (
    await Promise.all(
      [1, 2, 3, 4].map((region) => readFile(join(folder, `bmf/2026-04/eo${region}.csv`), 'utf8')),
    )
  ).flatMap((text) => parseCsv(text, { columns: true }) as Record<string, string>[])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const einOf = ({ header }: Read): string => textAt(header, 'Filer/EIN') ?? ''
const formOf = ({ header }: Read): string =>
  textAt(header, 'ReturnTypeCd') ?? textAt(header, 'ReturnType') ?? ''
const modern = (form: string): Read[] =>
  returns.filter((one) => formOf(one) === form && one.version >= '2014')
const labelOf = (one: Read): string => `${einOf(one)} ${one.member}`

describe('the demo as a whole', () => {
  it('writes the same bytes for the same seed, and others for another', async () => {
    const [one, again, other] = await Promise.all([7, 7, 8].map(digestOf))
    expect(again).toBe(one)
    expect(other).not.toBe(one)
  })

  it('uses only fictional prefixes for EINs', () => {
    const eins = new Set(
      returns.flatMap(({ header, data }) => [...einsIn(header), ...einsIn(data)]),
    )
    // A giver without an EIN to file writes zeros.
    eins.delete('000000000')
    for (const { EIN } of registry) eins.add(EIN ?? '')
    const foreign = [...eins].filter(
      (ein) => !/^\d{9}$/.test(ein) || !FICTIONAL_PREFIXES.some((prefix) => ein.startsWith(prefix)),
    )
    expect(foreign).toEqual([])
  })

  it('has all forms, causes, states, and schedules', () => {
    expect(Object.keys(summary.filings).sort()).toEqual(['990', '990EZ', '990PF', '990T'])
    expect(summary.postcards).toBeGreaterThan(20)
    expect(new Set(registry.map(({ NTEE_CD }) => NTEE_CD?.[0]).filter(Boolean)).size).toBe(26)
    const states = new Set(registry.map(({ STATE }) => STATE))
    expect([...STATES, ...TERRITORIES].filter((state) => !states.has(state))).toEqual([])
    const documents = new Set(returns.flatMap(({ data }) => data.children.map(({ name }) => name)))
    expect(
      [...'ABCDEFGHIJKLMNOR'].filter((letter) => !documents.has(`IRS990Schedule${letter}`)),
    ).toEqual([])
    expect(documents).toContain('IRS990TScheduleA')
  })

  it('has returns of all three name eras', () => {
    const years = new Set(returns.map(({ version }) => version.slice(0, 4)))
    expect([...years].sort()).toEqual(['2012', '2013', '2019', '2020', '2021', '2022', '2023'])
  })

  it('gives every return a separate object id, with the day it was received', () => {
    const ids = returns.map(({ member }) => member.replace(/^.*\//, '').replace('_public.xml', ''))
    expect(new Set(ids).size).toBe(ids.length)
    const wrong = returns.filter(({ header }, index) => {
      const received = textAt(header, 'ReturnTs') ?? textAt(header, 'Timestamp') ?? ''
      const id = ids[index] ?? ''
      const day = new Date(Date.UTC(Number(id.slice(0, 4)), 0, Number(id.slice(5, 8))))
        .toISOString()
        .slice(0, 10)
      return !/^\d{18}$/.test(id) || !received.startsWith(day)
    })
    expect(wrong.map(labelOf)).toEqual([])
  })

  it('lists every return in the index of its year', async () => {
    const indexes = (await readdir(folder)).filter((file) => file.startsWith('index_'))
    const texts = await Promise.all(indexes.map((file) => readFile(join(folder, file), 'utf8')))
    const listed = texts
      .flatMap((text) => parseCsv(text, { columns: true }) as Record<string, string>[])
      .map(({ OBJECT_ID }) => OBJECT_ID)
    expect(listed.toSorted()).toEqual(
      returns
        .map(({ member }) => member.replace(/^.*\//, '').replace('_public.xml', ''))
        .toSorted(),
    )
  })

  it('has no two organizations with the same texts', () => {
    const texts = new Map<string, string>()
    const same: string[] = []
    for (const one of [...modern('990'), ...modern('990EZ')]) {
      const said =
        find(one.data, 'IRS990/Desc').concat(
          find(one.data, 'IRS990EZ/ProgramSrvcAccomplishmentGrp/DescriptionProgramSrvcAccomTxt'),
        )[0]?.text ?? ''
      const teller = texts.get(said)
      if (teller !== undefined && teller !== einOf(one))
        same.push(`${teller} and ${einOf(one)}: ${said}`)
      texts.set(said, einOf(one))
    }
    expect(same).toEqual([])
  })

  it('has no share above 100 percent in any year', () => {
    const shares = returns.flatMap((one) =>
      textsOf(one.data).flatMap((text) =>
        [...text.matchAll(/([\d,.]+) percent/g)].map(([said, share = '']) => ({
          share: Number(share.replaceAll(',', '')),
          said: `${labelOf(one)}: ${said}`,
        })),
      ),
    )
    expect(shares.length).toBeGreaterThan(40)
    expect(shares.filter(({ share }) => !(share <= 100)).map(({ said }) => said)).toEqual([])
  })

  it('writes the lists as the IRS does: pipes, no header, empty lines first', async () => {
    for (const [file, fields] of [
      ['epostcard', 26],
      ['pub78', 6],
      ['revocation', 12],
    ] as const) {
      const [member] = await readMembers(join(folder, `data-download-${file}.zip`))
      const rows = (member?.text ?? '').split('\r\n').filter(Boolean)
      expect(member?.text.startsWith('\r\n'), file).toBe(true)
      expect(new Set(rows.map((row) => row.split('|').length)), file).toEqual(new Set([fields]))
    }
  })
})

describe('the restriction lists', () => {
  it('are recognized, say that they are made up, and match the names in the README', async () => {
    const { tables, unknown, rejected } = await recognizePaths(
      [join(folder, 'restrictions')],
      undefined,
    )
    expect({ unknown, rejected }).toEqual({ unknown: [], rejected: [] })
    const kinds = tables.map(({ kind, asOf, path }) => [kind, asOf, basename(path)])
    expect(kinds).toEqual([
      ['sam', '2026-04', 'DEMO_SAM_Exclusions.csv'],
      ['ofac-address', '2026-04', 'DEMO_add.csv'],
      ['ofac-alias', '2026-04', 'DEMO_alt.csv'],
      ['ofac-party', '2026-04', 'DEMO_sdn.csv'],
    ])
    const entries: string[] = []
    for (const source of tables) {
      const reader = tabularReader(source.kind)
      for await (const row of reader.read(createReadStream(source.path), source)) {
        if ('code' in row) throw new Error(row.detail)
        const party = row.values[reader.columns.indexOf('party')]
        if (typeof party !== 'string') continue
        expect(party).toContain('DEMO entry, fictional')
        entries.push(String(row.values[reader.columns.indexOf('entry')]))
      }
    }
    expect(entries.sort()).toEqual(RESTRICTED.map(({ entry }) => entry).sort())
    const readme = await readFile('indexer/demo/README.md', 'utf8')
    expect(entries.filter((entry) => !readme.includes(entry))).toEqual([])
  })
})

describe('federal awards and audits', () => {
  const read = async (): Promise<Map<string, (string | undefined)[]>> => {
    const paths = ['awards', 'audits'].map((name) => join(folder, name))
    const { tables, unknown, rejected } = await recognizePaths(paths, undefined)
    expect({ unknown, rejected }).toEqual({ unknown: [], rejected: [] })
    const zipped = await readMembers(join(folder, 'awards/2026-05/DEMO_Awards.zip'))
    const rows = new Map<string, (string | undefined)[]>()
    for (const source of tables) {
      const text =
        zipped.find(({ name }) => name === source.member)?.text ??
        (await readFile(source.path, 'utf8'))
      const reader = tabularReader(source.kind)
      for await (const row of reader.read(Readable.from([text]), source)) {
        if ('code' in row) throw new Error(`${source.path}: ${row.detail}`)
        const own = rows.get(source.kind) ?? []
        const place = reader.columns.findIndex((name) => /^(recipient_)?uei$/.test(name))
        rows.set(source.kind, [...own, row.values[place]?.toString()])
      }
    }
    return rows
  }

  it('are read without a rejected row, with every kind the loader knows', async () => {
    const rows = await read()
    expect([...rows.keys()].sort()).toEqual([
      'audit',
      'audit-identifier',
      'award',
      'award-transaction',
      'subaward',
    ])
  })

  it('have only fictional UEIs, and the README explains each', async () => {
    const rows = await read()
    const ueis = new Set([...rows.values()].flat().filter((uei) => uei !== undefined))
    const others = [...ueis].filter((uei) => !/^ZZDEMO[A-Z]{4}\d\d$/.test(uei))
    expect(others.sort()).toEqual(['GSA_MIGRATION', 'XXXXXXXXXXXX'])
    const readme = await readFile('indexer/demo/README.md', 'utf8')
    expect([...ueis].filter((uei) => !readme.includes(uei))).toEqual([])
  })
})

async function digestOf(seed: number): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'demo-seed-'))
  const { files } = await generateDemo({ folder: target, seed, organizations: 90 })
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(join(target, file)))
  await rm(target, { recursive: true })
  return hash.digest('hex')
}

function einsIn(node: Node): string[] {
  const own = /EIN$/.test(node.name) && node.children.length === 0 ? [node.text] : []
  return [...own, ...node.children.flatMap(einsIn)]
}

const textsOf = (node: Node): string[] => [node.text, ...node.children.flatMap(textsOf)]
