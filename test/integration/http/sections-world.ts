import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type CharitySection, charitySection } from '#src/api/a/section/schema.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { openProfiles, type ProfilesWorld } from './profiles-world.ts'

/** A return made for a test: its filer, its year, and its parts as XML. */
export type MadeFiling = { ein: string; id: string; name: string; year: number; data: string }

const xmlOf = ({ ein, name, year, data }: MadeFiling): string =>
  makeReturn({
    header: `<ReturnTs>${year + 1}-05-12T10:11:12-05:00</ReturnTs>
      <TaxPeriodEndDt>${year}-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd>
      <TaxPeriodBeginDt>${year}-01-01</TaxPeriodBeginDt>
      <Filer><EIN>${ein}</EIN><BusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt>
      </BusinessName></Filer><TaxYr>${year}</TaxYr>`,
    data,
  })

type Rows = Record<string, unknown>[]

export type SectionsWorld = ProfilesWorld & {
  /** Returns a section's response, which must be 200 and valid. */
  open(ein: string, id: string, query?: string): Promise<CharitySection>
  walk(ein: string, id: string, query: string): Promise<Rows>
}

/** The application over returns made for a test, loaded by the real loader. */
export async function openSections(name: string, filings: MadeFiling[]): Promise<SectionsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'sections-'))
  await writeAll(folder, filings)
  const world = await openProfiles(name, [folder])
  const urlOf = (ein: string, id: string, query = '') =>
    `/api/v2/charity/${ein}/sections/${id}${query && `?${query}`}`
  const open: SectionsWorld['open'] = async (ein, id, query) => {
    const { status, body } = await world.get(urlOf(ein, id, query))
    expect(status, JSON.stringify(body)).toBe(200)
    return charitySection.parse(body)
  }
  return {
    ...world,
    open,
    walk: async (ein, id, query) => {
      const rows: Rows = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page = await open(ein, id, `${query}${cursor && `&Cursor=${cursor}`}`)
        const { Rows, Elements, Relationships } = page.Data as Record<string, Rows | undefined>
        rows.push(...(Rows ?? Elements ?? Relationships ?? []))
        cursor = page.NextCursor
      }
      return rows
    },
    close: async () => {
      await world.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function writeAll(folder: string, filings: MadeFiling[]): Promise<void> {
  for (const one of filings) await writeFile(join(folder, `${one.id}_public.xml`), xmlOf(one))
}

/** Returns the XML of repeats: `one` returns the n-th, from 1. */
export const times = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at + 1)).join('')
