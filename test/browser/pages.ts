import { readTsv } from '#src/domain/tsv.ts'

/** Every kind of page, for a variety of demo organizations, with the expected status. */
export const PAGES = readTsv(new URL('./pages.tsv', import.meta.url)).map(
  ([name = '', path = '', status, smoke]) => {
    return { name, path, status: Number(status), isSmoke: smoke === 'smoke' }
  },
)
