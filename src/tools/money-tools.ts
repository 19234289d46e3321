import { type Argument, asIs, CHARITY, EIN, eins, LIMIT, PAGED, PARTY, type Tool } from './tool.ts'
import { NEXT } from './views.ts'

const DIRECTION: Argument = { description: 'Incoming: from funders. Outgoing: to grantees.' }

const sideOf = (side: string) => `{${side}.Name|name}[ (EIN {${side}.EIN|ein})]`
const GRANT = `- {Amount|dollars|EvidenceRef} from ${sideOf('Funder')} to ${sideOf('Recipient')}, tax year {TaxYear}[, {Purpose|quoted}]`
const YEARS = '[, {LatestYear|since:EarliestYear}]'
/** Grants that are not filed or not matched cannot be listed, so an empty list proves nothing. */
const NO_MONEY = 'No rows are listed. That does not mean that no money changed hands.'

const SEARCHED: Readonly<Record<string, Argument>> = {
  Query: { description: 'Purpose, in plain words; can name an amount, years, and a state.' },
  ...asIs('Funder Recipient State MinAmount MaxAmount MinYear MaxYear Sort'),
  ...PAGED,
}
const READ_AS = [
  'each Interpretation.Phrases: Read as a filter: “{Phrase}”, {Meaning}.',
  'each Interpretation.NotUnderstood: Not used: “{}”.',
]

export const grants: Tool = {
  name: 'grants',
  title: 'Single grants',
  description:
    'Lists single grants, each with amount, purpose, year, and Ref: of one organization (EIN), or of all funders (Query and filters). With By, sums the grants of a search by funder or recipient. For those of one organization, call money.',
  operations: [
    {
      when: { EIN: true },
      path: `${CHARITY}/grants`,
      arguments: {
        EIN,
        Direction: DIRECTION,
        Counterparty: { isEin: true, description: 'EIN of the other side.' },
        ...asIs('MinYear MaxYear MinAmount'),
        ...PAGED,
      },
      view: [
        '[{RowCount|row}.]',
        '[Received: {Totals.Incoming.TotalAmount|dollars} in {Totals.Incoming.GrantCount|grant}.]',
        '[Given: {Totals.Outgoing.TotalAmount|dollars} in {Totals.Outgoing.GrantCount|grant}.]',
        `each Grants: ${GRANT}`,
        `none Grants: ${NO_MONEY}`,
        NEXT,
      ],
    },
    {
      when: { By: true },
      path: '/api/v2/grants/totals',
      arguments: { ...asIs('By'), ...SEARCHED },
      view: [
        ...READ_AS,
        '[{PartyCount} in all[, {Totals.Grants.TotalAmount|dollars} in {Totals.Grants.RowCount|grant}].]',
        {
          each: 'Parties',
          line: '{#}. {Name|name}[ (EIN {EIN|ein})]: {TotalAmount|dollars} in {GrantCount|grant}[, median {MedianAmount|dollars}], newest {Newest.Amount|dollars|Newest.EvidenceRef} ({LatestYear})',
        },
        `none Parties: ${NO_MONEY}`,
        NEXT,
      ],
    },
    {
      path: '/api/v2/grants',
      arguments: SEARCHED,
      view: [
        ...READ_AS,
        '[{Found|row} found[, {Totals.Grants.TotalAmount|dollars} in all].]',
        `each Hits: ${GRANT}`,
        `none Hits: ${NO_MONEY}`,
        NEXT,
      ],
    },
  ],
  examples: [
    { EIN: '08-0000102', Direction: 'Incoming', Limit: 5 },
    { Query: 'staff training in Ohio over $50,000' },
  ],
}

/** Only a single grant has the Ref of the sum; one of several is an example. */
const SUM =
  '{Amount|dollars|EvidenceRefs.only}[ in {GrantCount|several grant} {EvidenceRefs.0|ref}]'
const FUNDER =
  '{#}. {Name|name}[ (EIN {EIN|ein}[, {Location|place}])]: {TotalAmount|dollars} in {GrantCount|grant}' +
  YEARS

const GIFT =
  '  - to {Name|name}: {Amount|dollars} in {GrantCount|grant}, newest {Newest.Amount|dollars|Newest.EvidenceRef} ({Newest.TaxYear})'

export const money: Tool = {
  name: 'money',
  title: 'Funders and grantees',
  description:
    'Ranks the funders (Direction Incoming) or grantees (Outgoing) of an organization by amount, each with the Ref of a grant; with EINs, the funders of several organizations, shared ones first; with Prospective, funders of similar organizations.',
  operations: [
    {
      when: { EINs: true },
      path: '/api/v2/funders/for-cohort',
      arguments: {
        EINs: eins(25, 'EINs of organizations; a funder of any of them is listed.'),
        ...asIs('MinYear'),
        Limit: LIMIT,
      },
      fixed: { Recipients: 'true' },
      view: [
        '{FunderCount|funder} of {CohortSize|organization}[, {TotalAmount|dollars} in all].',
        {
          each: 'Funders',
          line: `{#}. ${PARTY}: {Amount|dollars} in {GrantCount|grant} to {RecipientCount} of them${YEARS}`,
          under: [{ each: 'Recipients', line: GIFT, most: 5 }],
        },
        `none Funders: ${NO_MONEY}`,
      ],
    },
    {
      when: { Prospective: 'yes' },
      path: `${CHARITY}/peer-funders`,
      arguments: {
        EIN,
        Prospective: { words: ['yes'], description: 'Lists funders that do not fund it yet.' },
        Limit: LIMIT,
      },
      view: [
        '{Found|funder} of at least two similar organizations, none of which funds this one.',
        {
          each: 'Funders',
          line: `{#}. ${PARTY}: funds {PeerCount|similar organization}, {TotalAmount|dollars} in {GrantCount|grant}, median {MedianAmount|dollars}`,
          under: [{ each: 'Peers', line: `  - to {Name|name}: ${SUM}`, most: 2 }],
        },
      ],
    },
    {
      path: `${CHARITY}/grants-by-year`,
      arguments: {
        EIN,
        Direction: { ...DIRECTION, isRequired: true },
        Year: { description: 'Only organizations with a grant in this tax year.' },
        Within: { description: 'Part of the other name, or its EIN.' },
        ...asIs('Sort'),
        ...PAGED,
      },
      view: [
        '{Found|organization} found.',
        'each Years: Tax year {TaxYear}: {TotalAmount|dollars} in {RowCount|row}[; the return reports {Reported.Value|dollars|Reported.EvidenceRefs.only} in all]',
        {
          each: 'Counterparties',
          line: FUNDER,
          under: [{ each: 'Years', line: `  - {TaxYear}: ${SUM}`, most: 1 }],
        },
        `none Counterparties: ${NO_MONEY}`,
        NEXT,
      ],
    },
  ],
  examples: [{ EIN: '08-0000102', Direction: 'Incoming' }, { EINs: ['08-0000102', '08-0000103'] }],
}

const AWARD =
  '{#}. {Amount|dollars|EvidenceRefs.Amount}, {AwardingAgency|name}[, {Purpose|quoted}][, {StartDate} to {EndDate}][, {ActionDate}][, to {RecipientName|name}]'
const ATTRIBUTION =
  '[{AttributionWarnings|some award} above may belong to another organization: the name of the recipient differs.]'

export const awards: Tool = {
  name: 'awards',
  title: 'Federal awards',
  description:
    'Lists federal awards (USAspending) attributed to an organization; with Kind subawards, the subawards that it received. An empty list does not mean that there are none.',
  operations: [
    {
      when: { Kind: 'subawards' },
      path: `${CHARITY}/subawards`,
      arguments: {
        EIN,
        Kind: {
          words: ['subawards'],
          description: 'subawards: money passed on by the recipient of an award.',
        },
        ...PAGED,
      },
      view: [
        `each Subawards: ${AWARD}[, under an award to {PrimeRecipient.Name|name}]`,
        'none Subawards: No subawards could be matched to this organization.',
        NEXT,
      ],
    },
    {
      path: `${CHARITY}/awards`,
      arguments: { EIN, ...PAGED },
      view: [
        `each Awards: ${AWARD}`,
        'none Awards: No awards could be matched to this organization. Kind subawards lists subawards.',
        ATTRIBUTION,
        NEXT,
      ],
    },
  ],
  examples: [{ EIN: '29-0000118' }, { EIN: '19-0000112', Kind: 'subawards' }],
}
