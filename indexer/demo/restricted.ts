/** A party on one of the demo's made-up restriction lists. */
export type RestrictedParty = {
  list: 'OFAC' | 'SAM'
  /** OFAC's entry number; SAM's number of the exclusion. */
  entry: string
  kind: 'organization' | 'person'
  /** As the list writes it: a person as "LAST, First Middle". */
  name: string
  program: string
  /** Identifiers and notes, as OFAC's remarks or SAM's comments. */
  remarks?: string
  otherNames?: readonly { kind: 'aka' | 'fka'; name: string; isWeak?: boolean }[]
  /** `country` by its English name; `state` of a U.S. address. */
  address?: { street?: string; city?: string; state?: string; zip?: string; country: string }
}

/**
 * Who is listed, so that every outcome of screening stands at a known organization
 * (README.md names them). All of them, and the programs, are fictional.
 */
export const RESTRICTED: readonly RestrictedParty[] = [
  // Confirmed: the same name in the same city abroad (08-0000172).
  {
    list: 'OFAC',
    entry: '990001',
    kind: 'organization',
    name: 'NGONG FARMERS TRUST',
    program: 'DEMO',
    remarks: 'DEMO entry, fictional.',
    otherNames: [{ kind: 'aka', name: 'SHAMBA ZA NGONG' }],
    address: { street: 'Ngong Lane Plaza 3', city: 'Nairobi', country: 'Kenya' },
  },
  // Confirmed: the same EIN under quite another name (79-0000142).
  {
    list: 'OFAC',
    entry: '990002',
    kind: 'organization',
    name: 'SLICKROCK ATHLETIC HOLDINGS',
    program: 'DEMO] [DEMO-EO1',
    remarks: 'DEMO entry, fictional; Tax ID No. 79-0000142 (United States).',
    address: { city: 'Reno', state: 'NV', zip: '89501', country: 'United States' },
  },
  // Review: the name is another party's alias, and nothing else agrees (28-0000113).
  {
    list: 'OFAC',
    entry: '990003',
    kind: 'organization',
    name: 'WINDSOR MASONRY COLLECTIVE',
    program: 'DEMO',
    remarks: 'DEMO entry, fictional.',
    otherNames: [{ kind: 'aka', name: 'BRIGHTMOOR BLOCK WORKS' }],
    address: { city: 'Windsor', country: 'Canada' },
  },
  // Clear: a look-alike by one letter of Guam Reef Guardians (28-0000175).
  {
    list: 'OFAC',
    entry: '990004',
    kind: 'organization',
    name: 'GUAM REED GUARDIANS',
    program: 'DEMO',
    remarks: 'DEMO entry, fictional.',
    address: { city: 'Manila', country: 'Philippines' },
  },
  // Review: an officer's name, excluded in the organization's own state (79-0000143).
  {
    list: 'SAM',
    entry: 'S4MR9DEMO1',
    kind: 'person',
    name: 'HATHORNE, Celeste',
    program: 'DEMO',
    remarks: 'DEMO entry, fictional.',
    address: { city: 'Washington', state: 'DC', zip: '20020', country: 'United States' },
  },
]
