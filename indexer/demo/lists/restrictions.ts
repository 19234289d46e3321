import { listOf, readContent } from '../content.ts'

/**
 * Made-up parties on the demo's lists, so that every outcome of screening has a known organization
 * (README.md names them). `entry` is OFAC's entry number or SAM's number of the exclusion, `aka` are
 * other names. A person is written as "LAST, First Middle".
 */
export const RESTRICTED = readContent(
  'restricted',
  'list entry kind name program remarks aka street city state zip country',
)
type Party = (typeof RESTRICTED)[number]

// What OFAC writes for an empty value, unquoted and with its trailing blank.
const NOTHING = '-0- '
const quoted = (text: string): string => (text === '' ? NOTHING : `"${text.replaceAll('"', '""')}"`)

const toFile = (rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('')

/**
 * Returns OFAC's tables of parties, other names, and addresses, without a header and with its `-0-
 * `.
 */
export function writeOfac(): { sdn: string; alt: string; add: string } {
  const listed = RESTRICTED.filter(({ list }) => list === 'OFAC')
  const unused = Array.from({ length: 7 }, () => NOTHING)
  const sdn = listed.map(({ entry, name, program, kind, remarks }) => {
    // SDN_Type is empty for organizations.
    const type = kind === 'person' ? quoted('individual') : NOTHING
    return [entry, quoted(name), type, quoted(program), ...unused, quoted(remarks)].join(',')
  })
  const alt = listed.flatMap(({ entry, aka }) =>
    listOf(aka).map((name, at) =>
      [entry, `${entry}${at + 1}`, quoted('aka'), quoted(name), NOTHING].join(','),
    ),
  )
  const add = listed.map((party) => {
    const { entry, street, country } = party
    const place = [quoted(street), quoted(cityOf(party)), quoted(country)]
    return [entry, `${entry}1`, ...place, NOTHING].join(',')
  })
  return { sdn: toFile(sdn), alt: toFile(alt), add: toFile(add) }
}

/** `Bridgeview, IL 60455` */
const cityOf = ({ city, state, zip }: Party): string =>
  [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const SAM_COLUMNS =
  'Classification,Name,Prefix,First,Middle,Last,Suffix,Address 1,Address 2,Address 3,Address 4,City,State / Province,Country,Zip Code,Open Data Flag,Blank (Deprecated),Unique Entity ID,Exclusion Program,Excluding Agency,CT Code,Exclusion Type,Additional Comments,Active Date,Termination Date,Record Status,Cross-Reference,SAM Number,CAGE,NPI,Creation_Date'.split(
    ',',
  )

/** Returns SAM's extract of exclusions, in its layout of 31 columns. */
export function writeSam(): string {
  const rows = RESTRICTED.filter(({ list }) => list === 'SAM').map((party) => {
    const fields = samFields(party)
    return SAM_COLUMNS.map((name) => `"${fields[name] ?? ''}"`).join(',')
  })
  return toFile([SAM_COLUMNS.join(','), ...rows])
}

function samFields(party: Party): Readonly<Record<string, string>> {
  return {
    ...(party.kind === 'person'
      ? { Classification: 'Individual', ...personOf(party.name) }
      : { Classification: 'Firm', Name: party.name }),
    'Address 1': party.street,
    City: party.city,
    'State / Province': party.state,
    Country: party.country === 'United States' ? 'USA' : party.country,
    'Zip Code': party.zip,
    'Exclusion Program': party.program,
    'Excluding Agency': 'DEMO',
    'Exclusion Type': 'Prohibition/Restriction',
    'Additional Comments': party.remarks,
    'Active Date': '01/15/2024',
    'Termination Date': 'Indefinite',
    'Record Status': 'Active',
    'SAM Number': party.entry,
    Creation_Date: '01/15/2024',
  }
}

/** Splits `LAST, First Middle` into separate columns. */
function personOf(name: string): { Last: string; First: string; Middle: string } {
  const [last = '', given = ''] = name.split(', ')
  const [first = '', ...middle] = given.split(' ')
  return { Last: last, First: first, Middle: middle.join(' ') }
}
