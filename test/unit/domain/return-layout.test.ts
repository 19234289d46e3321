import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { printedAt } from '#src/domain/facts/printed.ts'
import { type FiledLeaf, layOut, type PrintedPart } from '#src/domain/facts/return-layout.ts'
import { readLeaves } from '#test/read-leaves.ts'
import { makeReturn } from '../indexer/made-return.ts'

const SAMPLES = process.env.RETURNS ?? 'test/data/real-samples/returns'

/** Lays out all parts of a return. */
function layOutAll(xml: string): PrintedPart[] {
  const version = /returnVersion="([^"]+)"/.exec(xml)?.[1]
  return readReturn(Buffer.from(xml)).blocks.flatMap(({ block, ordinal, json }) =>
    layOut({ block, ordinal, content: JSON.parse(json.toString()) }, version),
  )
}

const leavesOf = (parts: readonly PrintedPart[]): FiledLeaf[] =>
  parts.flatMap(({ items }) =>
    items.flatMap((item) =>
      'rows' in item
        ? item.rows.flatMap(({ cells }) => cells.flat())
        : item.cells.flatMap((cell) => cell.leaves),
    ),
  )

// As the loader reads them: without what only connects elements, and without social security numbers.
const filedIn = (xml: string): Map<string, string> =>
  new Map(
    readLeaves(xml).flatMap(({ path, text }) => {
      const [, , part, ...steps] = path.split('/')
      const own = part === 'ReturnHeader[1]' ? [part, ...steps] : steps
      const isPart = own.length > (own.at(-1)?.startsWith('@') ? 1 : 0)
      if (!isPart || /@(reference)?(document|software)/i.test(path)) return []
      // The page says of an attachment without content that it has none.
      if (own.length === 1 && text.trim() === '') return []
      return [[`/${own.join('/')}`, /\/SSN\[1\]$/.test(path) ? '' : text.trim()] as const]
    }),
  )

/** Returns the path of a Ref with a number on every step. */
const numbered = (path: string): string =>
  path.replaceAll(/\/(@?)([\w.-]+)(\[\d+\])?/g, (_, at, name, index = '[1]') =>
    at ? `/@${name}` : `/${name}${index}`,
  )

test.each(readdirSync(SAMPLES).filter((file) => file.endsWith('.xml')))(
  'every filed leaf of %s is in one cell',
  (file) => {
    const xml = readFileSync(`${SAMPLES}/${file}`, 'utf8')
    const filed = filedIn(xml)
    const shown = leavesOf(layOutAll(xml))
    const linked = shown.flatMap(({ path, text }) =>
      path ? [[numbered(path), text] as const] : [],
    )
    expect(linked.filter(([path, text]) => filed.get(path) !== text)).toEqual([])
    expect(new Set(linked.map(([path]) => path)).size).toBe(linked.length)
    expect(shown.map(({ text }) => text).toSorted()).toEqual([...filed.values()].toSorted())
  },
)

test('lines follow the form, with both years beside each other', () => {
  const data = `<IRS990 documentId="R1">
    <TotalAssetsEOYAmt>7</TotalAssetsEOYAmt><TotalAssetsBOYAmt>6</TotalAssetsBOYAmt>
    <PYTotalRevenueAmt>90</PYTotalRevenueAmt><CYTotalRevenueAmt>100</CYTotalRevenueAmt>
    <OtherEmployeeBenefitsGrp><TotalAmt>5</TotalAmt><FundraisingAmt>1</FundraisingAmt></OtherEmployeeBenefitsGrp>
    <ConflictOfInterestPolicyInd>1</ConflictOfInterestPolicyInd><MadeUpElementAmt>3</MadeUpElementAmt>
  </IRS990>`
  const parts = layOutAll(makeReturn({ data })).filter(({ part }) => part.startsWith('Part'))
  const lines = parts.flatMap(({ part, items }) =>
    items.map((item) => [
      `${part}, ${item.number}: ${item.label}`,
      ...('cells' in item
        ? item.cells.map(({ column, leaves }) => [column, leaves[0]?.text].join(' '))
        : []),
    ]),
  )
  expect(lines).toEqual([
    ['Part I, 12: Total revenue', 'Prior year 90', 'Current year 100'],
    ['Part I, 20: Total assets', 'Beginning of year 6', 'End of year 7'],
    ['Part VI, Section B, 12a: Conflict of interest policy', ' 1'],
    ['Part VI, Section B, : Made up element', ' 3'],
    ['Part IX, 9: Other employee benefits', 'Total 5', 'Fundraising 1'],
  ])
})

test.each([
  [
    '/IRS990ScheduleD/TotalRevEtcAuditedFinclStmtAmt',
    'Part XI',
    /per audited financial statements$/,
  ],
  ['/IRS990/BooksInCareOfDetail/PersonNm', 'Part VI, Section C', /^Name$/],
  ['/IRS990ScheduleH/ReportPublicallyAvailableInd', 'Part I', /^Report publicly available$/],
  ['/IRS990PF/ReportPublicallyMadeUpPrpsAmt', '', /^Report publicly made up purposes$/],
])('%s is in %s, with a label in plain words', (path, part, label) => {
  const printed = printedAt(path)
  expect(printed.part).toBe(part)
  expect(printed.column ?? printed.label).toMatch(label)
})
