import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import {
  PEOPLE_SORTS,
  PERSON_MATCH_KINDS,
  type PersonByYear,
  readPeopleByYear,
} from '#src/organizations/people/people-by-year.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import { BY_REF, CURSOR_ERRORS, nextCursor } from '../a/fields.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { oneOf, queryText, taxYear, wordOrYear } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { nameOf } from '../shared/skin.ts'
import { defineList } from './list.ts'

const cited = (value: z.ZodType<number>, description: string) =>
  optional.object(description, { value, ref: z.string() })

const peopleYear = z.strictObject({
  taxYear: z.int(),
  form: z.enum(FORMS),
  objectId: z.string(),
  taxPeriodEnd: required.string('Last day of the tax period.'),
  listed: required.count('Rows in the lists of people.'),
  isCompared: required.boolean(
    'False if the list is too long to compare. See the section Leadership for its rows.',
  ),
  paid: required.count('Rows with pay above 0.'),
  unknown: required.count('Rows without an amount, or with one that is not readable.'),
  total: optional.number(
    'Sum of the known pay of all rows, in US dollars. Absent if no pay is known.',
  ),
  reported: cited(
    z.number(),
    "The filing's own total in US dollars: Form 990, Part IX, line 5, or Form 990-PF, Part I, line 13. It covers officers, directors, trustees, and key employees, but not other highest paid employees or pay from related organizations. Form 990-EZ has no such line.",
  ),
})

const personYear = z.strictObject({
  taxYear: z.int(),
  title: optional.string('As filed for this year.'),
  amount: optional.number(
    'Sum of Parts in US dollars. Absent if no column is filed, or one is not readable.',
  ),
  parts: required.objects(
    'Columns of pay that are filed: (D), (E), and (F) of Form 990, Part VII, or (c), (d), and (e) of the lists of Forms 990-EZ and 990-PF.',
    {
      key: nameOf(z.string()),
      label: z.string(),
      line: required.string('Column of the form.'),
      value: z.number(),
      ref: z.string(),
    },
  ),
  unreadable: optional.strings('Refs of columns whose filed text is not an amount.'),
})

const personByYear = z.strictObject({
  personName: optional.string('Latest spelling, as filed.'),
  otherNames: z.array(z.string()).optional(),
  title: optional.string('Latest title, as filed.'),
  hours: cited(z.number(), 'Average hours a week in the latest year.'),
  relatedHours: cited(
    z.number(),
    'Average hours a week at related organizations in the latest year. Form 990 only.',
  ),
  isFormer: required.boolean('Not in the newest compared list, or marked there as former.'),
  match: optional.object(
    'How the rows were found to be one person. Absent if only one year lists the person.',
    {
      kind: required.enum(
        PERSON_MATCH_KINDS,
        'SameName: the name has the same words in all years. Spellings: first and last names agree, and middle names and suffixes do not contradict. NameAndTitle: a filing lists the name more than once, and the title tells which row it is.',
      ),
      titlesAgree: required.boolean('Whether the title is the same in all years.'),
    },
  ),
  refs: required.strings('The latest row, and its name and title.'),
  years: required.array(personYear, 'Tax years that list the person, newest first.'),
})

const response = component('PeopleByYear', {
  ein: z.string(),
  years: required.array(peopleYear, 'Up to eight tax years with lists, newest first.'),
  earlierYears: required.array(z.int(), 'Older tax years. Send one as LastYear.'),
  shortYears: required.array(
    z.int(),
    'Tax years with two returns for short periods. Only the later one is used, because both may report the same pay.',
  ),
  people: z.array(personByYear),
  found: required.count('People that match Within, on all pages.'),
  all: required.count('All people in these years.'),
  nextCursor,
})

/** The people of an organization with their pay of each tax year. */
export const peopleByYear = defineList({
  path: 'people-by-year',
  operation: {
    operationId: 'listPeopleByYear',
    group: 'Organizations',
    summary: "List an organization's officers, directors, trustees, and highest paid by tax year",
    description: `Each entry is one person, with the total pay of each tax year. Rows of two years are one entry only if their names agree, and no filing lists both. Match says how they agree. ${CURSOR_ERRORS}`,
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('The best paid person', {
      path: inPath(DEMO.turkanaWells),
      query: { Limit: 1 },
    }),
  },
  query: {
    LastYear: taxYear(
      'Newest tax year to include. The default is the newest. Send it for older years.',
    ),
    Sort: wordOrYear(
      PEOPLE_SORTS,
      'Order of the people: Pay (of the latest year), Name, Title, Hours, or a tax year, such as 2023, for the pay of that year. Defaults to Pay. Unknown values are last. Former people are always after the others.',
    ),
    Order: oneOf(
      SORT_ORDERS,
      'Direction of Sort. Defaults to asc for Name and Title, and to desc otherwise.',
    ).optional(),
    Within: queryText(
      'Returns only people whose name or title contains this text, in any case.',
    ).optional(),
  },
  noun: 'People',
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
