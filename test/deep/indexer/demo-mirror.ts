import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'

const BASES = ['FILINGS', 'REGISTRY', 'IRS_LISTS', 'OFAC', 'SAM', 'AWARDS', 'AWARDS_LIST', 'AUDITS']

// The entry of OFAC's consolidated list; the others are on its SDN list.
const CONSOLIDATED = '990003'

/** Returns the settings that make one server the source of all downloads. */
export const basesAt = (base: string): Record<string, string> =>
  Object.fromEntries(BASES.map((name) => [`${name}_BASE_URL`, base]))

/**
 * Returns files of the demo by the names under which the sources would publish them this year. Packs
 * one of them in `folder`.
 */
export async function readDemoMirror(folder: string): Promise<Record<string, Buffer>> {
  const demo = (name: string) => readFileSync(join(DEMO_FOLDER, name))
  const year = new Date().getUTCFullYear()
  const award = 'FY2024_All_Assistance_Full_20240906.zip'
  const sam = join(folder, 'sam.zip')
  const bytes = demo('restrictions/2026-04/DEMO_SAM_Exclusions.csv')
  await writeZip(sam, [{ name: 'SAM.csv', bytes, level: 0 }])
  const served: Record<string, Buffer> = {
    [`${year}/index_${year}.csv`]: demo('index_2024.csv'),
    [`${year}/2024_TEOS_XML_01A.zip`]: demo('2024_TEOS_XML_01A.zip'),
    'extracts?fileType=EXCLUSION': readFileSync(sam),
    'list_monthly_files/': Buffer.from(JSON.stringify({ monthly_files: [{ file_name: award }] })),
    [award]: demo('awards/2026-05/DEMO_Awards.zip'),
    'SDN_COMMENTS.CSV': Buffer.alloc(0),
    'CONS_COMMENTS.CSV': Buffer.alloc(0),
  }
  for (const name of ['sdn', 'alt', 'add']) {
    const rows = demo(`restrictions/2026-04/DEMO_${name}.csv`)
      .toString()
      .split(/(?<=\n)/)
    const rowsOf = (isOther: boolean) =>
      Buffer.from(rows.filter((row) => row.startsWith(CONSOLIDATED) === isOther).join(''))
    served[`${name.toUpperCase()}.CSV`] = rowsOf(false)
    served[`CONS_${name.toUpperCase().replace('SDN', 'PRIM')}.CSV`] = rowsOf(true)
  }
  for (const name of ['general', 'additional_eins', 'additional_ueis']) {
    served[`${name}.csv`] = demo(`audits/2026-05/DEMO_${name}.csv`)
  }
  for (const n of [1, 2, 3, 4]) served[`eo${n}.csv`] = demo(`bmf/2026-04/eo${n}.csv`)
  for (const list of ['epostcard', 'pub78', 'revocation']) {
    served[`data-download-${list}.zip`] = demo(`data-download-${list}.zip`)
  }
  return served
}
