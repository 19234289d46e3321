import { expect, test } from 'vitest'
import { citeEvidence, labelOf } from '#src/organizations/evidence/cite-evidence.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { expectRecorded } from '#test/recorded.ts'

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
const derived: ResolvedEvidence = {
  ...filed,
  evidence: { ...filed.evidence, citation: 'Form 990 (tax year 2022), derived: Growth' },
  label: 'Growth',
  value: 25,
}
const cite = (target: ResolvedEvidence) =>
  citeEvidence({
    filer: { ein: '080000102', name: 'HOCKING HILLS FOOD BANK' },
    target,
    url: 'https://example.org/charity/080000102/evidence?Ref=x',
    accessed: '2026-11-22',
  })

test('citations are as recorded', async () => {
  const targets = {
    'a filed figure: figure, line, filing, and address': filed,
    'a row of the registry, without filing and date': registry,
    'a calculated value, by this site from the filing': derived,
    'BibTeX escapes': { ...registry, value: '100% & more {braces} and _ # ~ ^ \\' },
    'one line without invisible characters': { ...registry, value: 'a\n\u202Eb' },
  }
  const texts = Object.entries(targets).map(([title, target]) => {
    const { text, apa, bibtex } = cite(target)
    return [title, [text, apa, bibtex]]
  })
  await expectRecorded('citations', Object.fromEntries(texts))
})

test.each([{ objectId: 'h-32d45c9417d048fa' }, { form: '990N' }])(
  'a filing without an object ID of the IRS is cited without one: %o',
  (own) => {
    const target = { ...filed, filing: { ...filed.filing, ...own } as never }
    expect(cite(target).text).not.toContain('object ID')
  },
)

test('long texts are shortened', () => {
  expect(cite({ ...registry, value: 'long '.repeat(100) }).text.length).toBeLessThan(420)
})

test.each<[string, ResolvedEvidence, string]>([
  ['of the catalogue', filed, 'Total revenue'],
  ['of a column', registry, 'NTEE_CD'],
  ['of a derived figure', { evidence: derived.evidence }, 'Growth'],
])('the label is that %s', (_, target, label) => {
  expect(labelOf(target)).toBe(label)
})
