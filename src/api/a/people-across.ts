import { z } from 'zod'
import type { PersonPay } from '#mappings/people.ts'
import { type AcrossEntry, CERTAINTIES } from '#src/search/people/across.ts'
import { type AcrossDeps, findAcross } from '#src/search/people/find-across.ts'
import { DEMO, example } from '../openapi/examples/demo.ts'
import { einOf, queryText } from '../shared/parameters.ts'
import { getOperation } from './operation.ts'

const query = z.strictObject({
  Name: queryText(
    'Name of the person, in any order. Middle names and initials are optional.',
    'is required',
  ),
  EIN: einOf(
    'Organization whose entry the others are compared with. By default, the entry with the best match at the largest organization.',
  ).optional(),
})

const pay = (description: string) =>
  z.strictObject({ Value: z.number(), EvidenceRef: z.string() }).optional().describe(description)

const entry = z.strictObject({
  EIN: z.string(),
  OrganizationName: z.string(),
  City: z.string().optional(),
  State: z.string().optional(),
  PersonName: z.string().describe('Latest spelling, as filed.'),
  OtherSpellings: z.array(z.string()).optional(),
  Certainty: z
    .enum(CERTAINTIES)
    .describe(
      'Chosen: the entry that the others are compared with. Likely: the name agrees, and both organizations list another person of one name, or are in one city and the middle names agree. Possible: the name agrees, and perhaps the place or the title.',
    ),
  Why: z.array(z.string()).describe('What agrees. Empty for the chosen entry.'),
  Years: z
    .array(
      z.strictObject({
        TaxYear: z.int(),
        Title: z.string().optional(),
        Pay: pay('From the organization, in US dollars. Absent if not filed.'),
        RelatedPay: pay('From related organizations, in US dollars. Absent if not filed.'),
        EvidenceRef: z.string().describe('The row of the return.'),
      }),
    )
    .describe('Tax years in which the organization lists the person, newest first.'),
})

export const peopleAcross = z
  .strictObject({
    Name: z.string(),
    EIN: z.string().optional(),
    Entries: z
      .array(entry)
      .describe('The chosen entry, then likely and possible ones; at most 50.'),
    Years: z
      .array(
        z.strictObject({
          TaxYear: z.int(),
          Amount: z
            .number()
            .optional()
            .describe('In US dollars. Absent if no organization files pay.'),
          OrganizationCount: z.int().min(1),
          Evidence: z.array(z.strictObject({ EIN: z.string(), EvidenceRef: z.string() })),
        }),
      )
      .describe(
        'Pay of the chosen and the likely entries by tax year, newest first. Pay from related organizations is not added, because the related organization may report the same dollars.',
      ),
    CoListed: z
      .array(z.strictObject({ PersonName: z.string(), EINs: z.array(z.string()) }))
      .describe('Other people whom two or more of these organizations list, by name; at most 50.'),
    Found: z.int().min(0).describe('Entries with this first and last name.'),
    ContradictingCount: z
      .int()
      .min(0)
      .describe(
        'Compared entries that are left out because a middle name or suffix contradicts the chosen entry, or the organization is the same.',
      ),
    Truncated: z.boolean().describe('Whether there are more entries than could be compared.'),
  })
  .meta({ id: 'PeopleAcross' })

export const peopleAcrossRoute = getOperation(
  '/api/v2/people/across',
  {
    operationId: 'findPersonAcrossOrganizations',
    group: 'Search',
    summary: 'List the organizations and years that returns list under a name',
    description:
      'Returns do not identify people, so entries are never merged. Each entry says how sure it is that it is the chosen person, and why.',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('A person by name and organization', {
      query: { Name: 'Noor Jorgensson', EIN: DEMO.turkanaWells },
    }),
    request: { querystring: query },
    response: peopleAcross,
  },
  async (deps: AcrossDeps, { query: { Name, EIN } }) => {
    const found = await findAcross(deps, { name: Name, ein: EIN })
    return {
      Name,
      EIN,
      Entries: found.entries.map(presentEntry),
      Years: found.totals.map(({ taxYear, amount, organizations, refs }) => ({
        TaxYear: taxYear,
        Amount: amount,
        OrganizationCount: organizations,
        Evidence: refs.map(({ ein, ref }) => ({ EIN: ein, EvidenceRef: ref })),
      })),
      CoListed: found.coListed.map(({ name, eins }) => ({ PersonName: name, EINs: eins })),
      Found: found.found,
      ContradictingCount: found.others,
      Truncated: found.isTruncated,
    }
  },
)

const presentEntry = ({
  ein,
  display,
  certainty,
  why,
  years,
}: AcrossEntry): z.input<typeof entry> => ({
  EIN: ein,
  OrganizationName: display.organization,
  City: display.city,
  State: display.state,
  PersonName: display.name,
  OtherSpellings: display.otherNames.length > 0 ? display.otherNames : undefined,
  Certainty: certainty,
  Why: why,
  Years: years.map((year) => ({
    TaxYear: year.taxYear,
    Title: year.title,
    Pay: presentPay(year.pay),
    RelatedPay: presentPay(year.relatedPay),
    EvidenceRef: year.ref,
  })),
})

const presentPay = (paid: PersonPay | undefined) =>
  paid && { Value: paid.value, EvidenceRef: paid.ref }
