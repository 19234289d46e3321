import { type CharitySection, charitySection } from '#src/api/a/section/schema.ts'
import { toHeader } from '#test/integration/indexer/made-lists.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { readA } from './answers-a.ts'
import { openFiles, type ProfilesWorld } from './profiles-world.ts'

/** A return made for a test: its filer, its year, and its parts as XML. */
export type MadeFiling = { ein: string; id: string; name: string; year: number; data: string }

type Rows = Record<string, unknown>[]

export type SectionsWorld = ProfilesWorld & {
  /** Returns a section's response, which must be 200 and valid. */
  open(ein: string, id: string, query?: string): Promise<CharitySection>
  walk(ein: string, id: string, query: string): Promise<Rows>
}

/** The application over returns made for a test, loaded by the real loader. */
export async function openSections(name: string, filings: MadeFiling[]): Promise<SectionsWorld> {
  const files = filings.map(({ ein, id, name, year, data }) => {
    const header = toHeader({ ein, name, year })
    return [`${id}_public.xml`, makeReturn({ header, data })] as const
  })
  const world = await openFiles(name, Object.fromEntries(files))
  const urlOf = (ein: string, id: string, query = '') =>
    `/api/v2/charity/${ein}/sections/${id}${query && `?${query}`}`
  const open: SectionsWorld['open'] = async (ein, id, query) =>
    charitySection.parse(await readA(world, urlOf(ein, id, query)))
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
  }
}

/** Returns the XML of repeats: `one` returns the n-th, from 1. */
export const times = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at + 1)).join('')
