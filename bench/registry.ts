import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REAL_DATA } from '#test/real/real-data.ts'

/** Real registry extracts next to the checkout, if present. */
const REAL_EXTRACTS = join(REAL_DATA, 'bmf/2026-04')

export const HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,' +
  'DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,' +
  'FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'

/**
 * Writes a registry extract of `count` organizations and returns their names: real rows if there are
 * any, and made ones for the rest.
 */
export async function writeRegistry(folder: string, count: number): Promise<string[]> {
  const real = existsSync(REAL_EXTRACTS) ? await readReal(count) : []
  const made = Array.from({ length: count - real.length }, (_, at) => makeRow(at))
  const rows = [...real, ...made]
  const into = join(folder, 'bmf', '2026-04')
  await mkdir(into, { recursive: true })
  await writeFile(join(into, 'eo_bench.csv'), `${[HEADER, ...rows].join('\n')}\n`)
  return rows.map((row) => row.split(',')[1] ?? '')
}

/** Yields rows from all extracts in turn, so that a part of them has every state. */
async function readReal(count: number): Promise<string[]> {
  const files = readdirSync(REAL_EXTRACTS).filter((name) => name.endsWith('.csv'))
  const extracts = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(REAL_EXTRACTS, name), 'utf8')
      return text.trimEnd().split(/\r?\n/).slice(1)
    }),
  )
  const rows = extracts.flat()
  const step = Math.max(1, rows.length / count)
  return Array.from(
    { length: Math.min(count, rows.length) },
    (_, at) => rows[Math.floor(at * step)] ?? '',
  )
}

const PLACES = ['MAPLE', 'HARBOR', 'CEDAR', 'SUMMIT', 'PRAIRIE', 'LAKESIDE', 'GRANITE', 'WILLOW']
const THINGS = ['FOOD PANTRY', 'YOUTH CHOIR', 'ANIMAL SHELTER', 'LAND TRUST', 'CHILDRENS MUSEUM']
const KINDS = ['INC', 'FOUNDATION', 'SOCIETY', 'ASSOCIATION', 'TRUST', 'CLUB', 'COUNCIL']
const STATES = ['OH', 'TX', 'CA', 'NY', 'WA', 'FL', 'ME', 'IL', 'GA', 'CO', 'MN']

// Prefix 97 was never assigned. The lists' lengths have no common factor, so a name repeats only
// after their product; its number makes it unique.
function makeRow(at: number): string {
  const pick = (words: readonly string[]) => words[at % words.length] ?? ''
  const name = `${pick(PLACES)} ${pick(THINGS)} ${pick(KINDS)} ${at}`
  const ein = `97${String(at).padStart(7, '0')}`
  const amounts = `${at * 13},${at * 17},${at * 11}`
  return (
    `${ein},${name},,${at} MAIN ST,AKRON,${pick(STATES)},44301-0000,0000,03,3,1000,199901,` +
    `1,15,000000000,1,01,202412,3,3,01,0,12,${amounts},K31,`
  )
}
