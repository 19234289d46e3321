import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { objectIdOfName } from '#indexer/records/row.ts'
import { recognizePaths } from '#indexer/sources/recognize.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { toCheckedFilings } from '#test/world/checked-filings.ts'
import { readMembers } from '#test/world/read-zip.ts'

const README = readFileSync(join(DEMO_FOLDER, '../README.md'), 'utf8')

/** Each file by its path, those in zips below the path of their zip. */
const files = new Map<string, string>()
/** In the order of their object IDs, without prefixes of element names. */
let returns: { id: string; ein: string; text: string; name: string }[]

beforeAll(async () => {
  const names = readdirSync(DEMO_FOLDER, { recursive: true, encoding: 'utf8' }).sort()
  for (const path of names.map((name) => join(DEMO_FOLDER, name))) {
    if (/\.(csv|json)$/.test(path)) files.set(path, readFileSync(path, 'utf8'))
    if (!path.endsWith('.zip')) continue
    for (const { name, text } of await readMembers(path)) files.set(`${path}/${name}`, text)
  }
  returns = [...files]
    .filter(([name]) => name.endsWith('.xml'))
    .map(([name, xml]) => {
      const text = xml.replaceAll('irs:', '')
      return {
        id: objectIdOfName(name) ?? '',
        ein: /<Filer>\s*<EIN>(\d{9})</.exec(text)?.[1] ?? '',
        text,
        name,
      }
    })
    .sort((a, b) => a.id.localeCompare(b.id))
})

/** Returns the matches of the pattern's group in all files. */
const allOf = (pattern: RegExp): string[] =>
  [...files.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, group = '']) => group))

describe('nobody mistakes it for real data', () => {
  test('EINs have prefixes that the IRS never assigned', () => {
    const eins = [
      ...allOf(/<[\w:]*EIN>([^<]*)</g),
      ...allOf(/^(?:\d*,EFILE,)?(\d{9})[,|]/gm),
      // Audits and their auditors.
      ...allOf(/ein": "(\d+)/g),
      ...allOf(/,(\d{9}),(?:Yes|No),/g),
      ...allOf(/(?:-GSAFAC-\d+|PLLC),(\d+)/g),
      ...allOf(/Tax ID No\. ([\d-]+)/g),
    ]
    expect(eins.length).toBeGreaterThan(2_000)
    const wrong = eins.filter((ein) => !FICTIONAL_PREFIXES.some((prefix) => ein.startsWith(prefix)))
    // A giver without an EIN to file writes zeros.
    expect(new Set(wrong)).toEqual(new Set(['000000000']))
  })

  test.each([
    ['telephone numbers', /<[\w:]*Phone(?:Num)?>([^<]*)</g, /^\d{3}55501\d\d$/],
    ['websites', /<[\w:]*WebsiteAddress(?:Txt)?>([^<]*)</g, /\.example$|^N\/A$/i],
    ['websites of postcards', /-20\d\d\|([^|]+\.[^|]+)\|/g, /\.example$/i],
    ['award numbers', /^(?:ASST_NON|CONT_AWD)_([^_]*)_/gm, /^DEMO/],
    ['UEIs', /[",]((?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{12})[",]/g, /DEMO/],
    ['OFAC entries', /^(99.*,-0- ,".*)/gm, /DEMO entry, fictional|-0- $/],
    ['SAM exclusions', /^("Individual".*)/gm, /"DEMO entry, fictional\."/],
  ])('%s are fictional', (_, pattern, fictional) => {
    const values = allOf(pattern)
    expect(values.length).toBeGreaterThan(0)
    expect(values.filter((value) => !fictional.test(value))).toEqual([])
  })
})

describe('it is complete', () => {
  test('every file is recognized', async () => {
    const found = await recognizePaths([DEMO_FOLDER], undefined)
    expect(found).toMatchObject({ returns: [], unknown: [], rejected: [] })
  })

  test('every return is in an index', () => {
    const listed = allOf(/,EFILE,.*,(\d{18})(?:,|$)/gm)
    expect(listed.sort()).toEqual(returns.map(({ id }) => id))
  })

  test('every form, name era, schedule, major group, and state is present', () => {
    const has = (pattern: RegExp) => [...new Set(allOf(pattern))].sort().join(' ')
    expect(has(/ReturnTypeCd>(\w+)</g)).toBe('990 990EZ 990PF 990T')
    expect(has(/returnVersion="(\d{4})/g)).toBe('2012 2013 2019 2020 2021 2022 2023')
    expect(has(/<(?:irs:)?IRS990Schedule(\w)\b/g)).toBe('A B C D E F G H I J K L M N O R')
    const registered = allOf(/^(\d{9},.*)$/gm).map((row) => row.split(','))
    expect(new Set(registered.map((row) => row[26]?.[0]).filter(Boolean)).size).toBe(26)
    expect(new Set(registered.map((row) => row[5])).size).toBeGreaterThanOrEqual(54)
  })
})

/** A pattern in an organization's rows and then its returns, whose dot matches a line break. */
const CASES = readTsv(new URL('cases.tsv', import.meta.url))

/** Rules that the newest return of an organization breaks, and no other return of the demo. */
const BROKEN: Record<string, string[]> = {
  // The summary's total, which is in three lines of Part I, is wrong.
  '70-0000131': ['revenueTotals', 'surplus', 'revenueAddsUp'],
  '70-0000132': ['balanceSheet'],
  '70-0000133': ['assetsAtStart', 'netAssetsAtStart'],
  '70-0000134': ['scheduleJPeople'],
  '70-0000135': ['grantsToOrganizations'],
  '70-0000136': ['foundationGrantsPaid', 'foundationGrantTotals'],
  '70-0000137': ['scheduleCAttached'],
}

describe('the cases of the README', () => {
  test('are all in the files', () => {
    const rows = [...files].flatMap(([name, text]) =>
      name.endsWith('.xml') ? [] : text.split(/\r?\n/).map((row) => `${name}: ${row}`),
    )
    const wrong = CASES.filter(([label = '', filed = '']) => {
      const ein = label.replace('-', '')
      const listed = rows.filter((row) => row.includes(ein) || row.includes(label))
      const own = returns.filter((one) => one.ein === ein).map(({ text }) => text)
      return !new RegExp(filed, 'is').test([...listed, ...own].join('\n'))
    })
    expect(wrong).toEqual([])
  })

  test('cover its table, and each of its UEIs and list entries is in a file', () => {
    const table = README.slice(README.indexOf('EIN | Case'), README.indexOf('Grantees'))
    const eins = table.match(/^(\d\d-\d{7}(, )?)+(?= \|)/gm)?.flatMap((cell) => cell.split(', '))
    expect(new Set(eins)).toEqual(new Set([...CASES.map(([ein]) => ein), ...Object.keys(BROKEN)]))
    const named = README.match(/ZZDEMO\w+|GSA_MIGRATION|XXXXXXXXXXXX|9900\d\d|S4MR9DEMO1/g) ?? []
    expect(named).toHaveLength(16)
    const all = [...files.values()].join()
    expect(named.filter((name) => !all.includes(name))).toEqual([])
  })

  test('figures agree in and between returns, except those of the contradictions', () => {
    const records = returns.map(({ id, name }) =>
      toFilingRecord(readReturn(Buffer.from(files.get(name) ?? '')), id),
    )
    const failed: Record<string, string[]> = {}
    let passed = 0
    for (const { record, filing, isNewest, isCurrent } of toCheckedFilings(records)) {
      if (!isCurrent) continue
      const outcomes = crossCheck(filing)
      passed += outcomes.filter(({ status }) => status === 'Passed').length
      const rules = outcomes.filter(({ status }) => status === 'Failed').map(({ rule }) => rule)
      const ein = record.ein.replace(/^../, '$&-')
      if (rules.length > 0) failed[isNewest ? ein : `${ein} ${record.taxYear}`] = rules
    }
    expect(failed).toEqual(BROKEN)
    expect(passed).toBeGreaterThan(10_000)
  })
})
