import { readFileSync } from 'node:fs'

/** The statement of one question; each has a file in `sql/`. */
export const readSql = (name: string): string =>
  readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8')
