import { describe, expect, test } from 'vitest'
import { citeEvidence, labelOf } from '#src/organizations/evidence/cite-evidence.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'

const filer = { ein: '080000102', name: 'HOCKING HILLS FOOD BANK' }
const url = 'https://example.org/charity/080000102/evidence?Ref=x'
const accessed = '2026-11-22'

const filed: ResolvedEvidence = {
  evidence: {
    ref: '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt',
    collection: 'filings',
    form: '990',
    taxYear: 2022,
    sourcePath: '/IRS990/CYTotalRevenueAmt',
    citation: 'Form 990 (tax year 2022), Part I, line 12',
  },
  label: 'Total revenue',
  unit: 'USD',
  value: 3271023,
  filing: {
    objectId: '202303199349301234',
    form: '990',
    receivedOn: '2023-11-15',
  } as NonNullable<ResolvedEvidence['filing']>,
}
const registry: ResolvedEvidence = {
  evidence: {
    ref: 'bmf:2026-04:080000102:NTEE_CD',
    collection: 'registry',
    sourcePath: 'NTEE_CD',
    citation: 'IRS Business Master File (April 2026), NTEE_CD',
  },
  value: 'K31',
}

describe('a citation', () => {
  test('of a filed figure names figure, line, filing, and address', () => {
    const { text, apa, bibtex } = citeEvidence({ filer, target: filed, url, accessed })
    expect(text).toBe(
      `Total revenue: $3,271,023. Hocking Hills Food Bank (EIN 08-0000102), Form 990 (tax year 2022), Part I, line 12, object ID 202303199349301234, received by the IRS on November 15, 2023. ${url} (accessed November 22, 2026).`,
    )
    expect(apa).toBe(
      `Hocking Hills Food Bank. (2023). Form 990 (tax year 2022), Part I, line 12: Total revenue: $3,271,023 [Tax filing, object ID 202303199349301234]. Retrieved November 22, 2026, from ${url}`,
    )
    expect(bibtex.split('\n')).toEqual([
      '@misc{080000102-2022-CYTotalRevenueAmt,',
      '  author = {{Hocking Hills Food Bank}},',
      '  title = {Total revenue: \\$3,271,023, Form 990 (tax year 2022), Part I, line 12},',
      '  year = {2023},',
      '  howpublished = {Tax filing, object ID 202303199349301234},',
      `  url = {${url}},`,
      '  urldate = {2026-11-22},',
      '}',
    ])
  })

  test('of a registry row has no filing and no date', () => {
    const { text, apa, bibtex } = citeEvidence({ filer, target: registry, url, accessed })
    expect(text).toMatch(/^NTEE_CD: K31\. Hocking Hills Food Bank \(EIN 08-0000102\), IRS Business/)
    expect(apa).toContain('(n.d.)')
    expect(bibtex).toContain('@misc{080000102-NTEECD,')
    expect(bibtex).not.toMatch(/year = |howpublished/)
  })

  test('of a calculated value names this site as its author, and the filing as its source', () => {
    const evidence = { ...filed.evidence, citation: 'Form 990 (tax year 2022), derived: Growth' }
    const target = { ...filed, evidence, label: 'Growth', value: 25, unit: 'USD' as const }
    const { text, apa, bibtex } = citeEvidence({ filer, target, url, accessed })
    const from = 'Hocking Hills Food Bank (EIN 08-0000102), Form 990 (tax year 2022)'
    expect(text).toBe(
      `Growth: $25. Calculated by Nonprofit Research from ${from}, object ID 202303199349301234, received by the IRS on November 15, 2023. ${url} (accessed November 22, 2026).`,
    )
    expect(apa).toBe(
      `Nonprofit Research. (2026). Growth: $25. Calculated from ${from} [Data set]. Retrieved November 22, 2026, from ${url}`,
    )
    expect(bibtex).toContain('  author = {{Nonprofit Research}},')
  })

  test.each([{ objectId: 'h-32d45c9417d048fa' }, { form: '990N' }])(
    'of a filing without an object ID of the IRS names none: %o',
    (own) => {
      const target = { ...filed, filing: { ...filed.filing, ...own } as never }
      expect(citeEvidence({ filer, target, url, accessed }).text).not.toContain('object ID')
    },
  )

  test.each([
    ['a 100% share & more', 'a 100\\% share \\& more'],
    [
      '{braces} and _ # ~ ^ \\',
      '\\{braces\\} and \\_ \\# \\textasciitilde{} \\textasciicircum{} \\textbackslash{}',
    ],
  ])('escapes %s in BibTeX', (value, expected) => {
    const target = { ...registry, value }
    expect(citeEvidence({ filer, target, url, accessed }).bibtex).toContain(`: ${expected},`)
  })

  test('is one line, without invisible characters, and shortens long texts', () => {
    const target = { ...registry, value: `a\n\u202Eb ${'long '.repeat(100)}` }
    const { text } = citeEvidence({ filer, target, url, accessed })
    expect(text).toMatch(/^NTEE_CD: a b long /)
    expect(text).not.toMatch(/[\n\u202E]/)
    expect(text.length).toBeLessThan(420)
  })
})

test.each<[string, ResolvedEvidence, string]>([
  ['of the catalogue', filed, 'Total revenue'],
  ['of a column', registry, 'NTEE_CD'],
  [
    'of a derived figure',
    {
      evidence: {
        ref: 'derived:x:080000102:2022',
        collection: 'filings',
        citation: 'Form 990 (tax year 2022), derived: Program ratio',
      },
    },
    'Program ratio',
  ],
])('the label is that %s', (_, target, label) => {
  expect(labelOf(target)).toBe(label)
})
