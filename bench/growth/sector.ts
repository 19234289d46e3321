import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { TextReader, ZipWriter } from '@zip.js/zip.js'
import type { Form } from '#src/domain/form.ts'
import {
  type Fields,
  type Made,
  mixRows,
  readRegistry,
  toMade,
  writeExtracts,
} from '../store/registry.ts'
import { REAL } from '../store/sources.ts'
import { random, type Template, toTemplate } from './template.ts'

/** The organizations in the registry, and those that file, of the country. */
const COUNTRY = { registered: 1_900_000, filers: 790_000 }

/** 15 tax years. */
const YEARS = Array.from({ length: 15 }, (_, at) => 2010 + at)
const LAST_YEAR = 2024

// Shares of filings. Every 13th organization also files a 990-T.
const FORMS: [Form, below: number][] = [
  ['990', 50 / 93],
  ['990EZ', 77 / 93],
  ['990PF', 1],
]

type Planned = { organization: number; form: Form; objectId: string }

/**
 * Yields the returns of a tax year. Organizations filed for 1 to 15 years until the last one, most
 * for few, and 6.6 on average.
 */
function* planReturns(filers: number, taxYear: number): Generator<Planned> {
  for (let organization = 0; organization < filers; organization += 1) {
    const years = 1 + Math.floor(YEARS.length * random(organization, 2) ** 1.47)
    if (taxYear <= LAST_YEAR - years) continue
    const chance = random(organization, 3)
    const form = FORMS.find(([, below]) => chance < below)?.[0] ?? '990PF'
    const day = String(1 + Math.floor(365 * random(organization, taxYear))).padStart(3, '0')
    const forms: Form[] = organization % 13 === 0 ? [form, '990T'] : [form]
    for (const [at, one] of forms.entries()) {
      const serial = String(organization * 2 + at).padStart(10, '0')
      yield { organization, form: one, objectId: `${taxYear + 1}0${day}${serial}` }
    }
  }
}

// With this exponent, a return takes 6 KB zipped, as in the IRS's archives.
const RARITY = 1.5

/** Returns a function that chooses an organization's template for a form; large ones are rare. */
function readTemplates(): (planned: Planned) => Template {
  const texts = new Map<string, string[]>()
  const all = REAL.returns.flatMap((folder) =>
    readdirSync(folder).map((name) => toTemplate(readFileSync(join(folder, name), 'utf8'), texts)),
  )
  const byForm = new Map<Form, { template: Template; upTo: number }[]>()
  for (const template of all) {
    const others = byForm.get(template.form) ?? []
    const upTo = (others.at(-1)?.upTo ?? 0) + template.bytes ** -RARITY
    byForm.set(template.form, [...others, { template, upTo }])
  }
  return ({ organization, form }) => {
    const those = byForm.get(form) ?? []
    const chance = random(organization, 4) * (those.at(-1)?.upTo ?? 0)
    const found = those.find(({ upTo }) => upTo > chance)
    if (!found) throw new Error(`There is no real return of form ${form}.`)
    return found.template
  }
}

const INDEX =
  'RETURN_ID,FILING_TYPE,EIN,TAX_PERIOD,SUB_DATE,TAXPAYER_NAME,RETURN_TYPE,DLN,OBJECT_ID\n'

// The IRS's archives have up to 190,000 returns; those with more than 65,535 have another format.
const ARCHIVE = 50_000
const SAME_DAY = { lastModDate: new Date('2025-01-01') }

/**
 * Writes a part of the sector as the files that the IRS publishes: the registry, the indexes of
 * returns, and, with `hasReturns`, the archives. The same part always has the same content, and its
 * organizations are also in a larger part. Returns the number of returns and the bytes of their XML.
 */
export async function writeSector(
  folder: string,
  { part, hasReturns }: { part: number; hasReturns: boolean },
  stop: AbortSignal,
): Promise<{ returns: number; xmlBytes: number }> {
  const written = { returns: 0, xmlBytes: 0 }
  const parties: Made[] = []
  const rows = mixRows(readRegistry(REAL), Math.round(COUNTRY.registered * part))
  await writeExtracts(folder, keepParties(rows, parties))
  const templateOf = readTemplates()
  for (const taxYear of YEARS) {
    const planned = [...planReturns(Math.round(COUNTRY.filers * part), taxYear)]
    const lines = planned.map((one) => {
      const { ein = '', name = '' } = parties[one.organization] ?? {}
      const end = templateOf(one).endOf(taxYear)
      const { form, objectId } = one
      return `,EFILE,${ein},${end},${taxYear + 1},${name},${form},${objectId.slice(4)},${objectId}\n`
    })
    const year = taxYear + 1
    await writeFile(join(folder, `index_${year}.csv`), [INDEX, ...lines].join(''))
    written.returns += planned.length
    for (let first = 0; hasReturns && first < planned.length; first += ARCHIVE) {
      const its = planned.slice(first, first + ARCHIVE)
      const path = join(folder, `${year}_TEOS_XML_${1 + first / ARCHIVE}.zip`)
      const zip = new ZipWriter(Writable.toWeb(createWriteStream(path)), { useWebWorkers: false })
      for (const one of its) {
        stop.throwIfAborted()
        const { organization, objectId } = one
        const own = parties[organization]
        if (!own) throw new Error(`There is no organization ${organization}.`)
        const text = templateOf(one).make({ organization, own, taxYear, parties })
        const name = `${year}/${objectId}_public.xml`
        const { uncompressedSize } = await zip.add(name, new TextReader(text), SAME_DAY)
        written.xmlBytes += uncompressedSize
      }
      await zip.close()
    }
  }
  return written
}

function* keepParties(rows: Iterable<Fields>, parties: Made[]): Generator<Fields> {
  for (const fields of rows) {
    parties.push(toMade(fields))
    yield fields
  }
}
