import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { type Composed, composeReturns } from './compose.ts'
import { writeAudits } from './files/audits.ts'
import { writeOldSubawards, writeUsaspending } from './files/awards.ts'
import {
  isInPublication78,
  isInRevocations,
  type Latest,
  type RegistryRow,
  regionOf,
  writeIndex,
  writePostcards,
  writePublication78,
  writeRegistry,
  writeRevocation,
} from './files/irs-lists.ts'
import { writeOfac, writeSam } from './files/restrictions.ts'
import { selectRecipients } from './grants.ts'
import { hasCase, type Organization } from './organization.ts'
import { createOrganizations } from './organizations.ts'
import { createRandom, type Random } from './random.ts'

export type DemoOptions = {
  folder: string
  /** Same seed, same bytes. */
  seed?: number
  organizations?: number
}

/** What was written: how many of everything. */
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

/** Writes the demo's public files and returns what it wrote. Same seed, same bytes. */
export async function generateDemo(options: DemoOptions): Promise<DemoSummary> {
  const random = createRandom(`demo ${options.seed ?? DEFAULT_SEED}`)
  const organizations = createOrganizations(
    options.organizations ?? DEFAULT_ORGANIZATIONS,
    random.fork('organizations'),
  )
  const returns = composeAll(organizations, random)
  const files = [
    ...(await writeFilings(options.folder, returns)),
    ...(await writeRegistries(options.folder, organizations, returns, random.fork('registry'))),
    ...(await writeLists(options.folder, organizations, random.fork('postcards'))),
    ...(await writeRestrictions(options.folder)),
    ...(await writeFederal(options.folder, organizations)),
  ]
  return summarize(organizations, returns, files)
}

function composeAll(organizations: readonly Organization[], random: Random): Composed[] {
  const recipients = selectRecipients(organizations)
  const everyone = new Map(organizations.map((one) => [one.ein, one]))
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

/** A zip by the year its returns were received; nested ones keep members in a folder. */
type Batch = { name: string; years: readonly number[]; nested: boolean }
const BATCHES: readonly Batch[] = [
  { name: 'download990xml_2021_1', years: [2013, 2014, 2015, 2020, 2021], nested: false },
  { name: '2022_TEOS_XML_01A', years: [2022], nested: false },
  { name: '2023_TEOS_XML_05A', years: [2023], nested: true },
  { name: '2024_TEOS_XML_01A', years: [2024], nested: true },
]
const receivedYear = ({ filing }: Composed): number => Number(filing.received.slice(0, 4))

async function writeFilings(folder: string, returns: readonly Composed[]): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const ordered = [...returns].sort((one, other) =>
    one.filing.objectId.localeCompare(other.filing.objectId),
  )
  const files: string[] = []
  for (const { name, years, nested } of BATCHES) {
    const members = ordered
      .filter((composed) => years.includes(receivedYear(composed)))
      .map(({ filing, text }) => ({
        name: `${nested ? `${name}/` : ''}${filing.objectId}_public.xml`,
        text,
      }))
    await writeArchive(join(folder, `${name}.zip`), members)
    files.push(`${name}.zip`)
    for (const year of years) files.push(...(await writeYearIndex(folder, year, name, ordered)))
  }
  return files
}

async function writeYearIndex(
  folder: string,
  year: number,
  batch: string,
  ordered: readonly Composed[],
): Promise<string[]> {
  const rows = ordered
    .filter((composed) => receivedYear(composed) === year)
    .map(({ filing }) => ({ filing, batch }))
  if (rows.length === 0) return []
  await writeFile(join(folder, `index_${year}.csv`), writeIndex(year, rows))
  return [`index_${year}.csv`]
}

async function writeRegistries(
  folder: string,
  organizations: readonly Organization[],
  returns: readonly Composed[],
  random: Random,
): Promise<string[]> {
  const latest = newestByEin(returns)
  const toRow = (organization: Organization): RegistryRow => ({
    organization,
    latest: latest.get(organization.ein),
  })
  const listed = organizations.filter((one) => !hasCase(one, 'gone-from-registry'))
  const files: string[] = []
  const write = async (
    date: string,
    region: number,
    members: readonly Organization[],
    former: boolean,
  ): Promise<void> => {
    const rows = members.filter((one) => regionOf(one) === region).map(toRow)
    await mkdir(join(folder, 'bmf', date), { recursive: true })
    const file = join('bmf', date, `eo${region}.csv`)
    await writeFile(join(folder, file), writeRegistry(rows, former, random))
    files.push(file)
  }
  // The older extract knows former names and who has gone since; eo4 was not kept of it.
  for (const region of [1, 2, 3]) await write('2024-01', region, organizations, true)
  for (const region of [1, 2, 3, 4]) await write('2026-04', region, listed, false)
  return files
}

function newestByEin(returns: readonly Composed[]): Map<string, Latest> {
  const newest = new Map<string, Latest>()
  for (const { filing, latest } of returns) {
    if (filing.form !== '990T' || !newest.has(filing.organization.ein))
      newest.set(filing.organization.ein, latest)
  }
  return newest
}

async function writeLists(
  folder: string,
  organizations: readonly Organization[],
  random: Random,
): Promise<string[]> {
  const postcards = organizations
    .filter(({ form }) => form === '990N')
    .flatMap((one) => writePostcards(one, random.fork(one.ein)))
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['data-download-epostcard', postcards],
    ['data-download-pub78', organizations.filter(isInPublication78).map(writePublication78)],
    ['data-download-revocation', organizations.filter(isInRevocations).map(writeRevocation)],
  ]
  for (const [name, rows] of lists) {
    // The IRS's own files begin with empty lines.
    await writeArchive(join(folder, `${name}.zip`), [
      { name: `${name}.txt`, text: `\r\n\r\n${rows.join('\r\n')}\r\n` },
    ])
  }
  return lists.map(([name]) => `${name}.zip`)
}

/** The lists of OFAC and SAM; their names, too, say that they are none. */
async function writeRestrictions(folder: string): Promise<string[]> {
  const { sdn, alt, add } = writeOfac()
  const month = join('restrictions', '2026-04')
  const files: readonly (readonly [string, string])[] = [
    ['DEMO_sdn.csv', sdn],
    ['DEMO_alt.csv', alt],
    ['DEMO_add.csv', add],
    ['DEMO_SAM_Exclusions.csv', writeSam()],
  ]
  await mkdir(join(folder, month), { recursive: true })
  for (const [name, text] of files) await writeFile(join(folder, month, name), text)
  return files.map(([name]) => join(month, name))
}

/** Awards and audits as they are downloaded, in the folder of their month. */
async function writeFederal(
  folder: string,
  organizations: readonly Organization[],
): Promise<string[]> {
  const everyone = new Map(organizations.map((one) => [one.ein, one]))
  const awards = join('awards', '2026-05')
  const audits = join('audits', '2026-05')
  for (const month of [awards, audits]) await mkdir(join(folder, month), { recursive: true })
  const zip = join(awards, 'DEMO_Awards.zip')
  await writeArchive(join(folder, zip), writeUsaspending(everyone))
  const files: [string, string][] = [
    [join(awards, 'DEMO_Assistance_Subawards_2021.csv'), writeOldSubawards(everyone)],
    ...writeAudits(everyone).map(([name, text]): [string, string] => [join(audits, name), text]),
  ]
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  return [zip, ...files.map(([name]) => name)]
}

// Zip members carry a date; a fixed one keeps the same seed at the same bytes. Given as local
// time, since that is what the zip format stores.
const MEMBER_DATE = new Date(2024, 0, 15, 12, 0, 0)

/** Writes a zip of text members, always the same bytes for the same members. */
async function writeArchive(
  path: string,
  members: readonly { name: string; text: string }[],
): Promise<void> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: MEMBER_DATE,
    extendedTimestamp: false,
    useWebWorkers: false,
    // Well below the default: the archives are read back at once, from the same disk.
    level: 4,
  })
  for (const { name, text } of members) await writer.add(name, new TextReader(text))
  await writeFile(path, await writer.close())
}

function summarize(
  organizations: readonly Organization[],
  returns: readonly Composed[],
  files: string[],
): DemoSummary {
  const filings: Record<string, number> = {}
  for (const { filing } of returns) filings[filing.form] = (filings[filing.form] ?? 0) + 1
  const postcards = organizations
    .filter(({ form }) => form === '990N')
    .reduce((sum, one) => sum + one.lastTaxYear - one.firstTaxYear + 1, 0)
  return {
    organizations: organizations.length,
    filings,
    postcards,
    registryRows: organizations.filter((one) => !hasCase(one, 'gone-from-registry')).length,
    revocations: organizations.filter(isInRevocations).length,
    publication78: organizations.filter(isInPublication78).length,
    files,
    bytesOfXml: returns.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  }
}
