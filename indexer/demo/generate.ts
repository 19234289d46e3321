import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { Ein } from '#src/domain/ein.ts'
import { type Composed, composeReturns } from './compose.ts'
import { sumOf } from './figures/money.ts'
import { selectRecipients } from './grants.ts'
import { writeAudits } from './lists/audits.ts'
import { writeOldSubawards, writeUsaspending } from './lists/awards.ts'
import {
  isInPublication78,
  isInRevocations,
  type Latest,
  regionOf,
  writeIndex,
  writePostcards,
  writePublication78,
  writeRegistry,
  writeRevocation,
} from './lists/irs-lists.ts'
import { writeOfac, writeSam } from './lists/restrictions.ts'
import { hasCase, type Organization } from './organization.ts'
import { createOrganizations } from './organizations.ts'
import { createRandom, type Random } from './random.ts'

type DemoOptions = {
  folder: string
  /** Same seed, same bytes. */
  seed?: number
  organizations?: number
}

/** What was written, as counts. */
export type DemoSummary = {
  organizations: number
  filings: Record<string, number>
  postcards: number
  registryRows: number
  revocations: number
  publication78: number
  files: string[]
  bytesOfXml: number
}

const DEFAULT_SEED = 990
const DEFAULT_ORGANIZATIONS = 150

/** A file to be written: its path in the folder, and its text or, for a zip, its members. */
type MadeFile = readonly [path: string, content: string | readonly Member[]]
type Member = { name: string; text: string }

/** Writes the demo's public files and returns counts of what it wrote. Same seed, same bytes. */
export async function generateDemo(options: DemoOptions): Promise<DemoSummary> {
  const random = createRandom(`demo ${options.seed ?? DEFAULT_SEED}`)
  const organizations = createOrganizations(
    options.organizations ?? DEFAULT_ORGANIZATIONS,
    random.fork('organizations'),
  )
  const returns = composeAll(organizations, random)
  const files = [
    ...filingFiles(returns),
    ...registryFiles(organizations, returns, random.fork('registry')),
    ...listFiles(organizations, random.fork('postcards')),
    ...restrictionFiles(),
    ...federalFiles(organizations),
  ]
  for (const [path, content] of files) await write(join(options.folder, path), content)
  return summarize(organizations, returns, files)
}

function composeAll(organizations: readonly Organization[], random: Random): Composed[] {
  const recipients = selectRecipients(organizations)
  const everyone = byEin(organizations)
  const takenIds = new Set<string>()
  return organizations.flatMap((organization) => {
    const relatives = organizations.filter(
      (other) =>
        other.family &&
        other.family.groupExemption === organization.family?.groupExemption &&
        other.ein !== organization.ein,
    )
    return composeReturns(
      organization,
      { recipients, relatives, everyone },
      takenIds,
      random.fork(`returns ${organization.ein}`),
    )
  })
}

const byEin = (organizations: readonly Organization[]): Map<Ein, Organization> =>
  new Map(organizations.map((one) => [one.ein, one]))

/** A zip named by the year its returns were received; nested zips keep members in a folder. */
type Batch = { name: string; years: readonly number[]; nested: boolean }
const BATCHES: readonly Batch[] = [
  { name: 'download990xml_2021_1', years: [2013, 2014, 2015, 2020, 2021], nested: false },
  { name: '2022_TEOS_XML_01A', years: [2022], nested: false },
  { name: '2023_TEOS_XML_05A', years: [2023], nested: true },
  { name: '2024_TEOS_XML_01A', years: [2024], nested: true },
]

/** Zips of returns, each with the indexes of its years. */
function filingFiles(returns: readonly Composed[]): MadeFile[] {
  const ordered = returns.toSorted((one, other) =>
    one.filing.objectId.localeCompare(other.filing.objectId),
  )
  const receivedIn = (years: readonly number[]): Composed[] =>
    ordered.filter(({ filing }) => years.includes(Number(filing.received.slice(0, 4))))
  return BATCHES.flatMap(({ name, years, nested }) => {
    const members = receivedIn(years).map(({ filing, text }) => ({
      name: `${nested ? `${name}/` : ''}${filing.objectId}_public.xml`,
      text,
    }))
    const indexes = years.flatMap((year): MadeFile[] => {
      const rows = receivedIn([year]).map(({ filing }) => ({ filing, batch: name }))
      return rows.length > 0 ? [[`index_${year}.csv`, writeIndex(year, rows)]] : []
    })
    return [[`${name}.zip`, members] as const, ...indexes]
  })
}

function registryFiles(
  organizations: readonly Organization[],
  returns: readonly Composed[],
  random: Random,
): MadeFile[] {
  const newest = new Map<Ein, Latest>()
  for (const { filing, latest } of returns) {
    if (filing.form !== '990T' || !newest.has(filing.organization.ein))
      newest.set(filing.organization.ein, latest)
  }
  const extract = (date: string, region: number, isOlder: boolean): MadeFile => {
    const rows = organizations
      .filter((one) => regionOf(one) === region && (isOlder || isListed(one)))
      .map((organization) => ({ organization, latest: newest.get(organization.ein) }))
    return [join('bmf', date, `eo${region}.csv`), writeRegistry(rows, isOlder, random)]
  }
  return [
    // The older extract has former names and organizations that have since disappeared; it has no
    // eo4.
    ...[1, 2, 3].map((region) => extract('2024-01', region, true)),
    ...[1, 2, 3, 4].map((region) => extract('2026-04', region, false)),
  ]
}

const isListed = (organization: Organization): boolean =>
  !hasCase(organization, 'gone-from-registry')

function listFiles(organizations: readonly Organization[], random: Random): MadeFile[] {
  const postcards = organizations
    .filter(({ form }) => form === '990N')
    .flatMap((one) => writePostcards(one, random.fork(one.ein)))
  const list = (name: string, rows: readonly string[]): MadeFile => [
    `data-download-${name}.zip`,
    // The IRS's own files begin with empty lines.
    [{ name: `data-download-${name}.txt`, text: `\r\n\r\n${rows.join('\r\n')}\r\n` }],
  ]
  return [
    list('epostcard', postcards),
    list('pub78', organizations.filter(isInPublication78).map(writePublication78)),
    list('revocation', organizations.filter(isInRevocations).map(writeRevocation)),
  ]
}

/** Returns the lists of OFAC and SAM; their names say that they are made up. */
function restrictionFiles(): MadeFile[] {
  const { sdn, alt, add } = writeOfac()
  const month = join('restrictions', '2026-04')
  return [
    [join(month, 'DEMO_sdn.csv'), sdn],
    [join(month, 'DEMO_alt.csv'), alt],
    [join(month, 'DEMO_add.csv'), add],
    [join(month, 'DEMO_SAM_Exclusions.csv'), writeSam()],
  ]
}

/** Awards and audits as they are downloaded, in the folder of their month. */
function federalFiles(organizations: readonly Organization[]): MadeFile[] {
  const everyone = byEin(organizations)
  const awards = join('awards', '2026-05')
  const audits = join('audits', '2026-05')
  return [
    [join(awards, 'DEMO_Awards.zip'), writeUsaspending(everyone)],
    [join(awards, 'DEMO_Assistance_Subawards_2021.csv'), writeOldSubawards(everyone)],
    ...writeAudits(everyone).map(([name, text]): MadeFile => [join(audits, name), text]),
  ]
}

// Zip members have a date. A fixed one keeps the bytes the same for the same seed. It is local
// time, because the zip format stores local time.
const MEMBER_DATE = new Date(2024, 0, 15, 12, 0, 0)

async function write(path: string, content: string | readonly Member[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  if (typeof content === 'string') return await writeFile(path, content)
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: MEMBER_DATE,
    extendedTimestamp: false,
    useWebWorkers: false,
    // Well below the default: the archives are read back at once, from the same disk.
    level: 4,
  })
  for (const { name, text } of content) await writer.add(name, new TextReader(text))
  await writeFile(path, await writer.close())
}

function summarize(
  organizations: readonly Organization[],
  returns: readonly Composed[],
  files: readonly MadeFile[],
): DemoSummary {
  const filings: Record<string, number> = {}
  for (const { filing } of returns) filings[filing.form] = (filings[filing.form] ?? 0) + 1
  const postcards = organizations
    .filter(({ form }) => form === '990N')
    .map(({ firstTaxYear, lastTaxYear }) => lastTaxYear - firstTaxYear + 1)
  return {
    organizations: organizations.length,
    filings,
    postcards: sumOf(postcards),
    registryRows: organizations.filter(isListed).length,
    revocations: organizations.filter(isInRevocations).length,
    publication78: organizations.filter(isInPublication78).length,
    files: files.map(([path]) => path),
    bytesOfXml: sumOf(returns.map(({ text }) => Buffer.byteLength(text))),
  }
}
