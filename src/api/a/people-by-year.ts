import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { readRowCursor, toRowCursor } from '#src/organizations/cursor.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  PEOPLE_SORTS,
  PERSON_MATCH_KINDS,
  type PeopleYear,
  type PersonByYear,
  readPeopleByYear,
} from '#src/organizations/people/people-by-year.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import {
  einParams,
  integer,
  oneOf,
  opaque,
  queryText,
  taxYear,
  wordOrYear,
} from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { CURSOR_ERRORS, fieldName, nextCursor } from './fields.ts'
import { getOperation } from './operation.ts'

const query = z.strictObject({
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
  Cursor: opaque('NextCursor from the previous page, for the same EIN and parameters.'),
  Limit: integer({ max: 200, fallback: 50, description: 'People per page.' }),
})
type Query = z.output<typeof query>

const cited = (value: z.ZodType<number>, description: string) =>
  optional.object(description, { Value: value, EvidenceRef: z.string() })

const peopleYear = z.strictObject({
  TaxYear: z.int(),
  Form: z.enum(FORMS),
  ObjectID: z.string(),
  PeriodEnd: required.string('Last day of the tax period.'),
  ListedCount: required.count('Rows in the lists of people.'),
  Compared: required.boolean(
    'False if the list is too long to compare. See the section Leadership for its rows.',
  ),
  PaidCount: required.count('Rows with pay above 0.'),
  UnknownCount: required.count('Rows without an amount, or with one that is not readable.'),
  TotalPay: optional.number(
    'Sum of the known pay of all rows, in US dollars. Absent if no pay is known.',
  ),
  OfficerCompensation: cited(
    z.number(),
    "The filing's own total in US dollars: Form 990, Part IX, line 5, or Form 990-PF, Part I, line 13. It covers officers, directors, trustees, and key employees, but not other highest paid employees or pay from related organizations. Form 990-EZ has no such line.",
  ),
})

const personYear = z.strictObject({
  TaxYear: z.int(),
  Title: optional.string('As filed for this year.'),
  Amount: optional.number(
    'Sum of Parts in US dollars. Absent if no column is filed, or one is not readable.',
  ),
  Parts: required.objects(
    'Columns of pay that are filed: (D), (E), and (F) of Form 990, Part VII, or (c), (d), and (e) of the lists of Forms 990-EZ and 990-PF.',
    {
      Name: z.string(),
      Label: z.string(),
      Column: required.string('Column of the form.'),
      Value: z.number(),
      EvidenceRef: z.string(),
    },
  ),
  NotReadable: optional.strings('Refs of columns whose filed text is not an amount.'),
})

const personByYear = z.strictObject({
  PersonName: optional.string('Latest spelling, as filed.'),
  OtherSpellings: z.array(z.string()).optional(),
  Title: optional.string('Latest title, as filed.'),
  Hours: cited(z.number(), 'Average hours a week in the latest year.'),
  RelatedHours: cited(
    z.number(),
    'Average hours a week at related organizations in the latest year. Form 990 only.',
  ),
  Former: required.boolean('Not in the newest compared list, or marked there as former.'),
  Match: optional.object(
    'How the rows were found to be one person. Absent if only one year lists the person.',
    {
      Kind: required.enum(
        PERSON_MATCH_KINDS,
        'SameName: the name has the same words in all years. Spellings: first and last names agree, and middle names and suffixes do not contradict. NameAndTitle: a filing lists the name more than once, and the title tells which row it is.',
      ),
      TitlesAgree: required.boolean('Whether the title is the same in all years.'),
    },
  ),
  EvidenceRefs: required.strings('The latest row, and its name and title.'),
  Years: required.array(personYear, 'Tax years that list the person, newest first.'),
})

const peopleByYear = component('PeopleByYear', {
  EIN: z.string(),
  Years: required.array(peopleYear, 'Up to eight tax years with lists, newest first.'),
  EarlierYears: required.array(z.int(), 'Older tax years. Send one as LastYear.'),
  ShortYears: required.array(
    z.int(),
    'Tax years with two returns for short periods. Only the later one is used, because both may report the same pay.',
  ),
  People: z.array(personByYear),
  Found: required.count('People that match Within, on all pages.'),
  PersonCount: required.count('All people in these years.'),
  NextCursor: nextCursor,
})

const cursorKey = z.tuple([z.int().min(0)])

export const peopleByYearRoute = getOperation(
  '/api/v2/charity/:ein/people-by-year',
  {
    operationId: 'listPeopleByYear',
    group: 'Organizations',
    summary: "List an organization's officers, directors, trustees, and highest paid by tax year",
    description: `Each entry is one person, with the total pay of each tax year. Rows of two years are one entry only if their names agree, and no filing lists both. Match says how they agree. ${CURSOR_ERRORS}`,
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('The best paid person', {
      path: inPath(DEMO.turkanaWells),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: query },
    response: peopleByYear,
  },
  async (deps: ProfileDeps, { params: { ein }, query: asked }) => {
    const request = requestOf(ein, asked)
    const from = readRowCursor(asked.Cursor, request, cursorKey)
    const [offset = 0] = from?.key ?? []
    const { LastYear: lastYear, Within: within, Limit: limit } = asked
    const found = await readPeopleByYear(deps, ein, {
      ...orderOf<Query['Sort'] & {}>(asked, 'Pay'),
      ...{ lastYear, within, offset, limit },
    })
    from?.requireData([found.version])
    const end = offset + found.people.length
    return {
      EIN: ein,
      Years: found.years.map(presentYear),
      EarlierYears: found.earlierYears,
      ShortYears: found.shortYears,
      People: found.people.map(presentPerson),
      Found: found.count,
      PersonCount: found.all,
      NextCursor: end < found.count ? toRowCursor(request, [found.version], [end]) : undefined,
    }
  },
)

const requestOf = (ein: string, { LastYear, Sort, Order, Within }: Query) => [
  'people-by-year',
  ein,
  JSON.stringify([LastYear, Sort, Order, Within]),
]

const presentCited = (one: { value: number; ref: string } | undefined) =>
  one && { Value: one.value, EvidenceRef: one.ref }

const presentYear = ({ filing, ...year }: PeopleYear): z.input<typeof peopleYear> => ({
  TaxYear: filing.taxYear,
  Form: filing.form,
  ObjectID: filing.objectId,
  PeriodEnd: filing.taxPeriodEnd,
  ListedCount: year.listed,
  Compared: year.isCompared,
  PaidCount: year.paid,
  UnknownCount: year.unknown,
  TotalPay: year.total,
  OfficerCompensation: presentCited(year.reported),
})

const presentPerson = (person: PersonByYear): z.input<typeof personByYear> => ({
  PersonName: person.name?.value,
  OtherSpellings: person.otherNames.length > 0 ? person.otherNames : undefined,
  Title: person.title?.value,
  Hours: presentCited(person.hours),
  RelatedHours: presentCited(person.relatedHours),
  Former: person.isFormer,
  Match: person.match && { Kind: person.match.kind, TitlesAgree: person.match.titlesAgree },
  EvidenceRefs: [person.ref, person.name?.ref, person.title?.ref].filter(
    (ref) => ref !== undefined,
  ),
  Years: person.years.map(({ taxYear: TaxYear, title, amount, parts, unreadable }) => ({
    TaxYear,
    Title: title?.value,
    Amount: amount,
    Parts: parts.map(({ key, label, line, value, ref }) => ({
      Name: fieldName(key),
      Label: label,
      Column: line,
      Value: value,
      EvidenceRef: ref,
    })),
    NotReadable: unreadable.length > 0 ? unreadable : undefined,
  })),
})
