import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { openReturn, toItemsXml, toPartXml } from '#src/domain/return-xml.ts'
import { readLeaves } from '#test/read-leaves.ts'
import { cases } from '#test/unit/cases.ts'

const write = (content: Block, cuts: string[] = []) =>
  toPartXml({ block: 'IRS990', ordinal: 1 }, content, new Set(cuts))

describe('a part is written', () => {
  test.each(cases<[string, Block, string]>('parts written as XML'))(
    '%s',
    (_, content, expected) => {
      const xml = write(content).join('')
      const inner = xml.replaceAll(/\n */g, (space) => (space.length > 1 ? ' ' : '\n')).trim()
      expect(inner).toBe(`<IRS990> ${expected} </IRS990>`)
    },
  )

  test('with its own attributes and as an empty element', () => {
    expect(write({ '@documentId': 'a', A: '1' }).join('')).toContain('<IRS990 documentId="a">')
    expect(write({ '#text': '' })).toEqual(['    <IRS990/>\n'])
  })

  test('with a piece in place of a repeat that is stored separately', () => {
    const content = { A: '1', Group: { Row: [], Total: '2' }, B: '3' }
    const pieces = write(content, ['/IRS990/Group/Row'])
    expect(pieces).toHaveLength(3)
    expect(pieces[1]).toEqual({ cut: '/IRS990/Group/Row', name: 'Row', depth: 4 })
    const rows = toItemsXml('Row', ['x', { C: 'y' }], 4)
    const leaves = readLeaves([pieces[0], rows, pieces[2]].join(''))
    expect(leaves.map(({ path, text }) => `${path.replaceAll('[1]', '')} ${text}`)).toEqual([
      ...['/IRS990/A 1', '/IRS990/Group/Row x', '/IRS990/Group/Row[2]/C y'],
      ...['/IRS990/Group/Total 2', '/IRS990/B 3'],
    ])
  })
})

test.each(['a--b', '-->', '---', 'ends with -'])('a comment may quote a file named %s', (name) => {
  const xml = `${openReturn('2022v5.0', [`From ${name}`])}<A>1</A></Return>`
  expect(readLeaves(xml)).toEqual([
    { path: '/Return[1]/@returnVersion', text: '2022v5.0' },
    { path: '/Return[1]/A[1]', text: '1' },
  ])
})
