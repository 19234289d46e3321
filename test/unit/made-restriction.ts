import type { Restriction } from '#src/rating/restriction.ts'

/** A confirmed match of an organization with an OFAC entry, by default. */
export const makeRestriction = (made: Partial<Restriction> = {}): Restriction => ({
  list: 'OFAC',
  entry: '990001',
  subject: 'organization',
  subjectName: 'Ngong Farmers Trust',
  subjectRef: 'bmf:2026-04:080000172:NAME',
  listedName: 'NGONG FARMERS TRUST',
  partyName: 'NGONG FARMERS TRUST',
  method: 'ExactName',
  agreed: ['name', 'city', 'country'],
  status: 'Confirmed',
  programs: ['DEMO'],
  ref: 'sdn:2026-04:990001',
  isPartial: false,
  exclusionType: null,
  activeOn: null,
  endsOn: null,
  ...made,
})
