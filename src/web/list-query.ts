import { z } from 'zod'
import { integer } from '#src/api/shared/parameters.ts'
import type { Filter } from '#src/search/filter-table.ts'
import { MAX_CSV_ROWS } from './csv.ts'

/** Returns the schema of a form's parameters. A form sends empty fields, which count as absent. */
export const fromForm = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (given) =>
      Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => value !== '')),
    z.object(shape),
  )

/** Rows on a page of a list. */
export const ROWS_PER_PAGE = 50

/** The page of a list, from 1. Lists end at the 10,000th row. */
export const pageOf = integer({ max: 10_000, fallback: 1, description: 'Page of the list.' })

/** Returns where the rows of a page are in a list. */
export const partOf = ({ Page }: { Page: number }) => ({
  offset: (Page - 1) * ROWS_PER_PAGE,
  limit: ROWS_PER_PAGE,
})

/** The rows of a list that its CSV file contains. */
export const CSV_PART = { offset: 0, limit: MAX_CSV_ROWS }

type Batch<Hit> = { hits: Hit[]; hasNextPage: boolean }

// Ten requests read a whole file.
const ROWS_PER_BATCH = 1_000

/** Reads the hits of a search for its CSV file. */
export async function readAllHits<Hit>(
  read: (part: { page: number; limit: number; facets: false }) => Promise<Batch<Hit>>,
): Promise<Hit[]> {
  const all: Hit[] = []
  for (let page = 1; page * ROWS_PER_BATCH <= MAX_CSV_ROWS; page += 1) {
    const { hits, hasNextPage } = await read({ page, limit: ROWS_PER_BATCH, facets: false })
    all.push(...hits)
    if (!hasNextPage) break
  }
  return all
}

/** Returns dollars as people write them as a plain number; any other text as it is. */
export const toPlain = (text: string, filter: Filter | undefined): string =>
  filter?.isDollars ? text.replaceAll(/[$,\s]/g, '') : text

/** Returns the parameters of an address as texts, without empty ones, which forms send. */
export function readTexts<Name extends string>(
  names: readonly Name[],
  raw: unknown,
  filters: Readonly<Record<string, Filter>> = {},
): Partial<Record<Name, string>> {
  const given = Object(raw) as Record<string, unknown>
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = toPlain(String([given[name] ?? ''].flat()[0]).trim(), filters[name])
      return text === '' ? [] : [[name, text]]
    }),
  ) as Partial<Record<Name, string>>
}
