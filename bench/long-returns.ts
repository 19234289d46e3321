import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Return, readDemo } from './filings.ts'

/** A made-up return with one long list. */
export type LongReturn = {
  ein: string
  /** The list's name in the results, padded. */
  name: string
  section: string
  rows: number
  bytes: number
}

type Plan = Omit<LongReturn, 'ein' | 'bytes'> & {
  element: string
  makeRow: (at: number) => string
}

/** A grant in 330 bytes: 300,000 of them are a return of 100 MB. */
const makeGrant = (at: number) =>
  `<RecipientBusinessName><BusinessNameLine1Txt>NEIGHBORS ${at} OF LAKE COUNTY</BusinessNameLine1Txt>
</RecipientBusinessName><RecipientEIN>${toEin('79', at)}</RecipientEIN>
<IRCSectionDesc>501(C)(3)</IRCSectionDesc><CashGrantAmt>${1_000 + (at % 9_000)}</CashGrantAmt>
<PurposeOfGrantTxt>PROGRAM SUPPORT</PurposeOfGrantTxt>`

const makeRelated = (at: number) =>
  `<DisregardedEntityName><BusinessNameLine1Txt>LAKE COUNTY CHAPTER ${at}</BusinessNameLine1Txt>
</DisregardedEntityName><EIN>${toEin('79', at)}</EIN>
<PrimaryActivitiesTxt>YOUTH PROGRAMS</PrimaryActivitiesTxt>
<LegalDomicileStateCd>OH</LegalDomicileStateCd>
<ExemptCodeSectionTxt>501(C)(3)</ExemptCodeSectionTxt>
<DirectControllingNACd>N/A</DirectControllingNACd>`

// Prefixes 70 and 79 were never assigned.
const toEin = (prefix: string, at: number) => `${prefix}${String(at + 1).padStart(7, '0')}`

const GRANTS = {
  name: 'Grants',
  section: 'Grants',
  element: 'RecipientTable',
  makeRow: makeGrant,
}

/** Lists as long as the longest filed ones, and one of any length. */
const plansOf = (mostGrants: number): readonly Plan[] => [
  { ...GRANTS, rows: mostGrants },
  { ...GRANTS, rows: 10_000 },
  {
    name: 'Related',
    section: 'RelatedOrganizations',
    element: 'IdRelatedTaxExemptOrgGrp',
    rows: 300,
    makeRow: makeRelated,
  },
]

/** Writes a return for each plan: one of the demo's, with its list replaced. */
export async function writeLongReturns(folder: string, mostGrants: number): Promise<LongReturn[]> {
  const demo = await readDemo(join(folder, 'demo'), Number.POSITIVE_INFINITY)
  const into = join(folder, 'long')
  await mkdir(into, { recursive: true })
  const written: LongReturn[] = []
  for (const [at, plan] of plansOf(mostGrants).entries()) {
    const ein = toEin('70', at)
    const base = demo.find(({ text }) => text.includes(`<${plan.element}>`))
    if (!base) throw new Error(`No demo return has ${plan.element}.`)
    const file = createWriteStream(join(into, `20232176934930000${at}_public.xml`))
    await pipeline(Readable.from(makePieces(base, plan, ein)), file)
    const { name, section, rows } = plan
    written.push({ ein, name, section, rows, bytes: file.bytesWritten })
  }
  return written
}

const ROWS_A_PIECE = 1_000

function* makePieces({ text }: Return, { element, rows, makeRow }: Plan, ein: string) {
  const own = text.replace(FILER_EIN, `$1${ein}`)
  const first = own.indexOf(`<${element}>`)
  const closing = `</${element}>`
  yield own.slice(0, first)
  for (let from = 0; from < rows; from += ROWS_A_PIECE) {
    const count = Math.min(ROWS_A_PIECE, rows - from)
    const places = Array.from({ length: count }, (_, at) => from + at)
    yield places.map((at) => `<${element}>${makeRow(at)}${closing}\n`).join('')
  }
  yield own.slice(own.lastIndexOf(closing) + closing.length)
}

const FILER_EIN = /(<Filer\b[^>]*>\s*<EIN>)\d{9}/
