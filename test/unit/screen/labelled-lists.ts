import type { Address, ListedParty } from '#indexer/screen/listed-party.ts'

/**
 * "Chicago, IL", "Nairobi, KE" or "12 Marble Street, Dearborn, MI 48126"; "" is an unknown place.
 * "PR" is the country, "US-PR" the state.
 */
export function at(place: string): Address {
  const parts = place.split(', ')
  const [code = '', zip = null] = (parts.at(-1) ?? '').split(' ')
  const region = code.replace('US-', '')
  const isHome = STATES.has(code)
  return {
    street: parts.length > 2 ? (parts[0] ?? null) : null,
    city: (parts.length > 1 ? parts.at(-2) : undefined) ?? null,
    state: isHome ? region : null,
    zip,
    country: region === '' ? null : isHome ? 'US' : region,
  }
}
const STATES = new Set('CO DC FL IL MI NV NY OH TX WA US-PR'.split(' '))

type Given = Partial<Pick<ListedParty, 'kind' | 'eins' | 'isPartial' | 'list'>> & {
  also?: string[]
  weak?: string[]
}

let entries = 0
function listed(name: string, places: string[], given: Given = {}): ListedParty {
  entries += 1
  const { also = [], weak = [], ...rest } = given
  return {
    list: 'OFAC',
    entry: String(990_000 + entries),
    kind: 'organization',
    name,
    programs: ['TEST'],
    isPartial: false,
    eins: [],
    uei: null,
    asOf: '2026-04',
    otherNames: [
      ...also.map((other) => ({ name: other, isWeak: false })),
      ...weak.map((other) => ({ name: other, isWeak: true })),
    ],
    addresses: places.map(at),
    ...rest,
  }
}

/** A made-up list: organizations and persons, in the United States and abroad. */
export const PARTIES: readonly ListedParty[] = [
  listed('QASR AL-NUJUM RELIEF FOUNDATION', ['Chicago, IL', 'Karachi, PK'], {
    also: ['PALACE OF STARS RELIEF', 'STARS RELIEF COMMITTEE OF KARACHI'],
    weak: ['STAR PALACE'],
    eins: ['079009001'],
  }),
  listed('HADARAH CHARITABLE TRUST', ['Amman, JO'], { also: ['THE CIVILIZATION TRUST OF AMMAN'] }),
  listed('SHEREZAD BENEVOLENCE SOCIETY', ['12 Marble Street, Dearborn, MI 48126'], {
    also: ['SHEREZAD SOCIETY FOR KINDNESS'],
    eins: ['079009002'],
  }),
  listed('FUNDACION PUENTE DE ESTRELLAS', ['Bogota, CO'], { also: ['STAR BRIDGE ORPHANS HOUSE'] }),
  listed('ZOLOTAYA RECHKA CULTURAL CENTER', ['Moscow, RU'], {
    also: ['GOLDEN BROOK CULTURAL CENTER'],
  }),
  listed('RELIEF FUND', ['Peshawar, PK']),
  listed('HOPE CENTER', ['Tampa, FL'], { list: 'SAM' }),
  listed('KESTREL VIEW HOME HEALTH, INC.', ['Miami, FL'], { list: 'SAM' }),
  listed('TANAGRA MEDICAL SUPPLY LLC', ['1500 Ledger Way Ste 200, Houston, TX 77401'], {
    list: 'SAM',
  }),
  listed('ORRERY OPTICS FOUNDATION', ['Denver, CO'], { list: 'SAM', isPartial: true }),
  listed('YUSUF MUHAMMADI EDUCATIONAL TRUST', ['Cairo, EG']),
  listed('GLOBAL LANTERN INSTITUTE', ['London, GB']),
  listed('BJØRNHOLT FÆLLESSKAB', ['Copenhagen, DK'], { also: ['BJØRNHOLT COMMUNITY HOUSE'] }),
  listed('ANSAR AL-WADI SOCIETY', ['Beirut, LB'], { weak: ['THE HELPERS OF THE VALLEY'] }),
  listed('COMMITTEE FOR THE SHEPHERDS OF KHORASAN', ['Herat, AF']),
  listed('ZARQA', ['Zarqa, JO']),
  listed('OVERBROOK HANDS', ['100 Main St, Lima, OH 45801'], { list: 'SAM' }),
  listed('HANDS FOR HOPE', ['100 Main St, Springfield, IL 62701'], { list: 'SAM' }),
  listed('THREE KEYS RELIEF NETWORK', ['7 Stone Row, Valletta, MT'], { also: ['TKN'] }),
  listed('CASA DEL FARO BRILLANTE', ['San Juan, PR'], { list: 'SAM' }),
  listed('CORAL LANTERN SUPPLY', ['Ponce, US-PR'], { list: 'SAM' }),
  listed('VEGA SHIPPING', ['Valletta, MT'], { kind: 'other' }),
  listed('AL-SAMARRAI, Khalid Yusuf', ['Baghdad, IQ'], {
    kind: 'person',
    also: ['SAMARRAI, Abu Yusuf'],
    weak: ['NADIR, Karim'],
  }),
  listed('VARGA, Tibor', ['Budapest, HU'], { kind: 'person' }),
  listed('PEMBERLINE, Dov Benjamin', ['Miami, FL'], { kind: 'person', list: 'SAM' }),
  listed('Hathorne, Celeste', ['Washington, DC'], { kind: 'person', list: 'SAM' }),
  listed('WETHERBY, Joaquin M, JR', ['Columbus, OH'], { kind: 'person', list: 'SAM' }),
  listed('ABU TAHIR, Nadim', [], { kind: 'person' }),
  listed('SARRAZIN DELMAR, Rafael Alberto', ['Miami, FL', 'New York, NY'], { kind: 'person' }),
  listed('AL-ZARQAWIYYA, Anwar', ['Kabul, AF'], { kind: 'person' }),
  listed('SHEIKH, Umar Nadeem', ['Lahore, PK'], { kind: 'person' }),
  listed('PA, Tam', ['Macau, MO'], { kind: 'person' }),
  listed('O, Kun-Ryong', [], { kind: 'person' }),
  listed('BHEELAN, Imam', [], { kind: 'person' }),
  listed('Quimper, Odile', ['Ponce, PR'], { kind: 'person', list: 'SAM' }),
  listed('Thistlewood, Ambrose', ['Toronto, CA'], { kind: 'person', list: 'SAM' }),
  listed('Sandoval-Reyes, Yara', ['Reno, NV'], { kind: 'person', list: 'SAM' }),
]
