import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import {
  PEOPLE_SORTS,
  PERSON_MATCH_KINDS,
  type PersonByYear,
  readPeopleByYear,
} from '#src/organizations/people/people-by-year.ts'
import { orderOf } from '#src/search/params.ts'
import { BY_REF, nextCursor } from '../a/fields.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { queryText, sortOrder, taxYear, wordOrYear } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { nameOf } from '../shared/skin.ts'
import { listOperation } from './list.ts'

const cited = z.strictObject({ value: z.number(), ref: z.string() }).optional()

const peopleYear = z.strictObject({
  taxYear: z.int(),
  form: z.enum(FORMS),
  objectId: z.string(),
  taxPeriodEnd: z.string(),
  listed: z.int().min(0),
  isCompared: z.boolean(),
  paid: z.int().min(0),
  unknown: z.int().min(0),
  total: z.number().optional(),
  reported: cited.describe(
    "The filing's own total for officers, directors, trustees, and key employees, without other highest paid employees or pay from related organizations.",
  ),
})

const personYear = z.strictObject({
  taxYear: z.int(),
  title: z.string().optional(),
  amount: z.number().optional(),
  parts: z.array(
    z.strictObject({
      key: nameOf(z.string()),
      label: z.string(),
      line: z.string(),
      value: z.number(),
      ref: z.string(),
    }),
  ),
  unreadable: z.array(z.string()).optional(),
})

const personByYear = z.strictObject({
  personName: z.string().optional(),
  otherNames: z.array(z.string()).optional(),
  title: z.string().optional(),
  hours: cited,
  relatedHours: cited,
  isFormer: z.boolean().describe('Not in the newest compared list, or marked there as former.'),
  match: z
    .strictObject({
      kind: z.enum(PERSON_MATCH_KINDS),
      titlesAgree: z.boolean(),
    })
    .optional(),
  refs: z.array(z.string()),
  years: z.array(personYear),
})

const response = component('PeopleByYear', {
  ein: z.string(),
  years: z.array(peopleYear),
  earlierYears: z.array(z.int()),
  shortYears: z.array(z.int()),
  people: z.array(personByYear),
  found: z.int().min(0),
  all: z.int().min(0),
  nextCursor,
})

/** The people of an organization with their pay of each tax year. */
export const peopleByYear = listOperation({
  path: 'people-by-year',
  operation: {
    operationId: 'listPeopleByYear',
    group: 'Organizations',
    summary: "List an organization's officers, directors, trustees, and highest paid by tax year",
    description: `Each entry is one person, with the total pay of each tax year. Match says how the rows of different years agree.`,
    terms: { access: 'open', costs: 'Data', slot: 'store' },
    examples: example('The best paid person', {
      path: inPath(DEMO.turkanaWells),
      query: { Limit: 1 },
    }),
  },
  query: {
    LastYear: taxYear('Newest tax year to include.'),
    Sort: wordOrYear(
      PEOPLE_SORTS,
      'Pay (of the latest year, the default), Name, Title, Hours, or a tax year for the pay of that year. Former people are last.',
    ),
    Order: sortOrder,
    Within: queryText(
      'Returns only people whose name or title contains this text, in any case.',
    ).optional(),
  },
  response,
  names: {
    ...BY_REF,
    ...{ listed: 'ListedCount', paid: 'PaidCount', unknown: 'UnknownCount', total: 'TotalPay' },
    ...{ reported: 'OfficerCompensation', taxPeriodEnd: 'PeriodEnd', all: 'PersonCount' },
    ...{ otherNames: 'OtherSpellings', key: 'Name', line: 'Column', unreadable: 'NotReadable' },
  },
  read: async (deps, ein, { LastYear: lastYear, Within: within, ...asked }, part) => {
    const order = orderOf<(typeof PEOPLE_SORTS)[number] | number>(asked, 'Pay')
    const { count: found, ...list } = await readPeopleByYear(deps, ein, {
      ...{ ...order, lastYear, within, ...part },
    })
    const years = list.years.map(({ filing, ...year }) => ({ ...filing, ...year }))
    return { ...list, ein, years, people: list.people.map(toPerson), found }
  },
})

const toPerson = ({ name, title, otherNames, years, ...person }: PersonByYear) => ({
  ...person,
  personName: name?.value,
  otherNames: someOf(otherNames),
  title: title?.value,
  refs: [person.ref, name?.ref, title?.ref].filter((ref) => ref !== undefined),
  years: years.map((year) => ({
    ...year,
    title: year.title?.value,
    unreadable: someOf(year.unreadable),
  })),
})
