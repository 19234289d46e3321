import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import { Figure } from '#src/web/components/figure.tsx'
import { WithPrintedSources } from '#src/web/components/printed-sources.tsx'
import { evidencePath } from '#src/web/links.ts'

const EIN = '070000001'
const FILING = '990:2023:202413429349300770'
const figures = [
  h(Figure, { ein: EIN, label: 'Revenue', value: 1, ref_: `${FILING}:/IRS990/Revenue` }),
  h(Figure, { ein: EIN, label: 'grant', value: 2, ref_: `${FILING}:/IRS990ScheduleI/Table[3]/A` }),
  h(Figure, { ein: EIN, label: 'Revenue again', value: 1, ref_: `${FILING}:/IRS990/Revenue` }),
  h(Figure, { ein: EIN, label: 'Unknown', value: undefined, ref_: `${FILING}:/IRS990/None` }),
]
const show = (origin = '') => load(render(h(WithPrintedSources, { origin, children: figures })))
const texts = ($: ReturnType<typeof show>, place: string) =>
  $(place)
    .toArray()
    .map((one) => $(one).text())

describe('a page on paper', () => {
  test('numbers each figure, and lists each source once', () => {
    const $ = show()
    const numbers = $('a.figure').toArray()
    expect(numbers.map((one) => $(one).attr('data-source'))).toEqual(['1', '2', '1'])
    expect(texts($, '.printed-sources li')).toEqual([
      `Revenue /charity/${EIN}/evidence?Ref=${FILING}:/IRS990/Revenue`,
      `Grant /charity/${EIN}/evidence?Ref=${FILING}:/IRS990ScheduleI/Table[3]/A`,
    ])
  })

  test('states how the addresses begin', () => {
    expect(show('https://research.example')('.printed-sources p').text()).toContain(
      'start with https://research.example.',
    )
  })

  test('lists nothing if nothing is cited', () => {
    expect(render(h(WithPrintedSources, { origin: '', children: 'Words' }))).toBe('Words')
  })
})

test('elsewhere a figure has no number', () => {
  const alone = render(h('p', { children: figures }))
  expect(alone).toContain('class="figure"')
  expect(alone).not.toContain('data-source')
})

test.each([`${FILING}:/IRS990ScheduleK[2]/@name`, 'award:A&B=C #+% ü', 'bmf:2026-02:1:NAME'])(
  'the address on paper of %s is that of the link',
  (ref) => {
    const open = (path: string) => new URL(path, 'http://made.example')
    const typed = open(readableEvidencePath(EIN, ref))
    const linked = open(evidencePath(EIN, ref))
    expect(typed.pathname).toBe(linked.pathname)
    expect([...typed.searchParams]).toEqual([...linked.searchParams])
  },
)
