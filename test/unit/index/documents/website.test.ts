import { describe, expect, it } from 'vitest'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import type { OrganizationRow } from '#indexer/index/documents/organization-row.ts'
import { toCauseText } from '#indexer/index/documents/passages.ts'
import { NO_NARRATIVE } from '#src/domain/facts/narrative.ts'
import { filingRow, registryRow } from './rows.ts'

const WEBSITE = 'https://www.aldwyn.example/'
const ID = '0123456789abcdef'
const fields = {
  Title: 'Aldwyn Pantry',
  Description: 'Groceries and seedlings for all of Toledo and Peru.',
  Text: 'Come on Saturdays. We hand out seedlings.',
}

/** The row with its website's content; `filed` is the website of its latest filing. */
const enriched = (row: OrganizationRow, filed = 'WWW.ALDWYN.EXAMPLE'): OrganizationRow => ({
  ...row,
  facts: { ...row.facts, website: { value: filed, path: '/IRS990/WebsiteAddressTxt' } },
  capture: { website: WEBSITE, contentId: ID, fields },
})
const ref = (field: string) => `web:070000017:${ID}:${field}`

describe('a document of an organization whose website was read', () => {
  const plain = toOrganizationDocument(filingRow)
  const document = toOrganizationDocument(enriched(filingRow))

  it("has the website's texts after all filed ones, with its Refs", () => {
    expect(document.display.passages).toEqual([
      ...plain.display.passages,
      { kind: 'Website', text: fields.Description, ref: ref('Description') },
      { kind: 'Website', text: fields.Text, ref: ref('Text') },
    ])
    expect(document.query.website).toEqual([fields.Description, fields.Text])
    expect(document.display.evidenceTier).toBe('OfficialWebsite')
    expect(document.filter.evidenceTier).toBe('OfficialWebsite')
  })

  it('has names, places, and description only from filings', () => {
    const { passages: _p, evidenceTier: _t, ...display } = document.display
    const { passages: _q, evidenceTier: _u, ...before } = plain.display
    expect(display).toEqual(before)
    expect(document.filter.places).not.toContain('PE')
    expect({ ...document.query, website: [] }).toEqual(plain.query)
  })

  it('ranks with evidence if only the website describes the work', () => {
    const bare = toOrganizationDocument(enriched({ ...filingRow, narrative: NO_NARRATIVE }))
    expect(bare.sort.evidence).toBe(0)
    expect(bare.display.description).toBeUndefined()
    expect(toOrganizationDocument({ ...filingRow, narrative: NO_NARRATIVE }).sort.evidence).toBe(1)
  })

  it('loses those texts once another website is filed, or none', () => {
    for (const filed of ['www.other.example', 'N/A']) {
      expect(toOrganizationDocument(enriched(filingRow, filed)).display).toEqual(plain.display)
    }
    const capture = { website: WEBSITE, contentId: ID, fields }
    expect(toOrganizationDocument({ ...registryRow, capture }).query.website).toEqual([])
  })

  it('has a shared beginning of the description and the text only once', () => {
    const Text = `${fields.Description} Come on Saturdays.`
    const capture = { website: WEBSITE, contentId: ID, fields: { ...fields, Text } }
    const { query } = toOrganizationDocument({ ...enriched(filingRow), capture })
    expect(query.website).toEqual([Text])
  })

  it('gives the website the space that filed texts leave in the text to embed', () => {
    const filed = toCauseText(plain.display.passages) ?? ''
    expect(toCauseText(document.display.passages)).toBe(
      `${filed} ${fields.Description} ${fields.Text}`,
    )
    const long = document.display.passages.map((passage) =>
      passage.kind === 'Program' ? { ...passage, text: 'program '.repeat(60) } : passage,
    )
    expect(toCauseText(long)).not.toContain('seedlings')
  })
})
