import type { RestrictedParty } from '../restricted.ts'

// What OFAC writes for nothing, unquoted and with its blank.
const NOTHING = '-0- '
const quoted = (text: string | undefined): string =>
  text === undefined || text === '' ? NOTHING : `"${text.replaceAll('"', '""')}"`

const toFile = (rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('')

// SDN_Type stands for persons and things; what it leaves out is an organization.
const typeOf = ({ kind }: RestrictedParty): string =>
  kind === 'person' ? quoted('individual') : NOTHING

/** OFAC's tables of parties, other names and addresses, in its shape of no header and `-0- `. */
export function writeOfac(parties: readonly RestrictedParty[]): {
  sdn: string
  alt: string
  add: string
} {
  const listed = parties.filter(({ list }) => list === 'OFAC')
  const unused = Array.from({ length: 7 }, () => NOTHING)
  const sdn = listed.map((party) => {
    const { entry, name, program } = party
    const known = [entry, quoted(name), typeOf(party), quoted(program)]
    return [...known, ...unused, quoted(remarksOf(party))].join(',')
  })
  const alt = listed.flatMap(({ entry, otherNames = [] }) =>
    otherNames
      .filter(({ isWeak }) => !isWeak)
      .map(({ kind, name }, at) =>
        [entry, `${entry}${at + 1}`, quoted(kind), quoted(name), NOTHING].join(','),
      ),
  )
  const add = listed.map(({ entry, address }) =>
    [
      entry,
      `${entry}1`,
      quoted(address?.street),
      quoted(cityOf(address)),
      quoted(address?.country),
      NOTHING,
    ].join(','),
  )
  return { sdn: toFile(sdn), alt: toFile(alt), add: toFile(add) }
}

/** OFAC's tables give weak names in the remarks alone. */
function remarksOf({ remarks, otherNames = [] }: RestrictedParty): string {
  const weak = otherNames
    .filter(({ isWeak }) => isWeak)
    .map(({ kind, name }) => `${kind.charAt(0)}.k.a. '${name}'`)
  const said = remarks?.replace(/\.$/, '')
  const all = [said, ...weak].filter(Boolean).join('; ')
  return all === '' ? '' : `${all}.`
}

/** `Bridgeview, IL 60455` */
const cityOf = (address: RestrictedParty['address']): string =>
  [address?.city, [address?.state, address?.zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')

const SAM_HEADER = [
  'Classification',
  'Name',
  'Prefix',
  'First',
  'Middle',
  'Last',
  'Suffix',
  'Address 1',
  'Address 2',
  'Address 3',
  'Address 4',
  'City',
  'State / Province',
  'Country',
  'Zip Code',
  'Open Data Flag',
  'Blank (Deprecated)',
  'Unique Entity ID',
  'Exclusion Program',
  'Excluding Agency',
  'CT Code',
  'Exclusion Type',
  'Additional Comments',
  'Active Date',
  'Termination Date',
  'Record Status',
  'Cross-Reference',
  'SAM Number',
  'CAGE',
  'NPI',
  'Creation_Date',
] as const

/** SAM's extract of exclusions, in its layout of 31 columns. */
export function writeSam(parties: readonly RestrictedParty[]): string {
  const rows = parties
    .filter(({ list }) => list === 'SAM')
    .map((party) => {
      const fields = samFields(party)
      return SAM_HEADER.map((name) => `"${fields[name] ?? ''}"`).join(',')
    })
  return toFile([SAM_HEADER.join(','), ...rows])
}

function samFields(party: RestrictedParty): Partial<Record<(typeof SAM_HEADER)[number], string>> {
  const { address } = party
  return {
    ...(party.kind === 'person'
      ? { Classification: 'Individual', ...personOf(party.name) }
      : { Classification: 'Firm', Name: party.name }),
    'Address 1': address?.street ?? '',
    City: address?.city ?? '',
    'State / Province': address?.state ?? '',
    Country: address?.country === 'United States' ? 'USA' : (address?.country ?? ''),
    'Zip Code': address?.zip ?? '',
    'Exclusion Program': party.program,
    'Excluding Agency': 'DEMO',
    'Exclusion Type': 'Prohibition/Restriction',
    'Additional Comments': party.remarks ?? '',
    'Active Date': '01/15/2024',
    'Termination Date': 'Indefinite',
    'Record Status': 'Active',
    'SAM Number': party.entry,
    Creation_Date: '01/15/2024',
  }
}

/** `LAST, First Middle` in the columns it stands in. */
function personOf(name: string): { Last: string; First: string; Middle: string } {
  const [last = '', given = ''] = name.split(', ')
  const [first = '', ...middle] = given.split(' ')
  return { Last: last, First: first, Middle: middle.join(' ') }
}
