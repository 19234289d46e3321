import type { ComponentChildren } from 'preact'
import { formatDay } from '#src/domain/days.ts'
import { Day, Name } from '../components/text.tsx'

/** Texts on the page that compares organizations. */
export const compareTexts = {
  title: 'Compare organizations',
  titleOf: ({ names }: { names: string }) => `${names} compared`,
  description:
    'Compare two to five nonprofits by the figures in their public filings. Every figure links to its line in the filing.',
  heading: 'Compare organizations',
  headingOf: 'Side by side',
  lead: 'Compare the figures, ratings, governance, and warnings of two to five organizations. Enter names or EINs. You can share the address of the result.',
  lag: ({ forms, first, last }: { forms: string; first: string; last: string }) =>
    `The figures come from filings on ${forms} for periods that ended ${
      first === last
        ? `on ${formatDay(first)}`
        : `between ${formatDay(first)} and ${formatDay(last)}`
    }. Later changes are not included.`,
  asData: ({ href }: { href: string }) => (
    <>
      Get this comparison from the API: <a href={href}>/api/v2/compare</a>.
    </>
  ),

  cautions: 'Before you compare',
  notCompared: ({ children, why }: { children: ComponentChildren; why: string }) => (
    <>
      {children} is not compared: <Name>{why}</Name>
    </>
  ),
  years: 'Tax year',
  latestYears: 'Latest of each',

  faults: 'Entries that are not valid',
  notAnEin: ({ text }: { text: string }) => `“${text}” is not a nine-digit EIN.`,
  longName: ({ text }: { text: string }) =>
    `“${text}” is too long for a name. Enter only the name.`,
  tooMany: ({ most, left }: { most: number; left: string }) =>
    `You can compare up to ${most} organizations. These are the first ${most}${left && `, without ${left}`}.`,
  badForm: ({ forms }: { forms: string }) => `Form: expected one of ${forms}.`,
  badMetric: ({ metrics }: { metrics: string }) => `Metric: expected one of ${metrics}.`,
  badYear: 'Year: expected a tax year, such as 2022.',
  candidates: ({ name }: { name: string }) => `Organizations that match ${name}`,
  whichOne: ({ name }: { name: string }) => (
    <>
      Which organization do you mean by “<Name>{name}</Name>”?
    </>
  ),
  noneNamed: ({ name }: { name: string }) => (
    <>
      No organization is named “<Name>{name}</Name>”.
    </>
  ),
  tryOther: ({ href }: { href: string }) => (
    <>
      Try different words or the nine-digit EIN, or{' '}
      <a href={href}>search by what organizations do</a>.
    </>
  ),
  remove: 'Remove',
  removeName: ({ name }: { name: string }) => `Remove ${name}`,
  removeOpen: ({ name }: { name: string }) => (
    <>
      Remove <Name>“{name}”</Name>
    </>
  ),
  chosen: 'Organizations compared',
  full: ({ most }: { most: number }) =>
    `You can compare up to ${most} organizations. To add one, remove another.`,
  one: 'Organization',
  another: 'Another organization',
  hint: 'Name or EIN',
  compare: 'Compare',
  add: 'Add',

  figures: 'Figures',
  bars: 'Bars compare the size of the figures in a row. A longer bar does not mean a better result. Each figure links to its line in the filing.',
  sideways: 'The table scrolls sideways. The row labels stay visible.',
  table: 'Figures side by side',
  caption: 'Figures, rating, and governance side by side',
  hiddenLines:
    'The table shows only lines that are on at least one of the forms. Each rating compares an organization with peers that file the same form. If enough peers have the same cause and size, only those peers are used. Two ratings may use different peer groups.',
  ratingGroup: 'Rating and warnings',
  governanceGroup: 'Governance',
  about: 'Location and cause',
  noPlace: 'location unknown',
  noCause: 'cause not known',
  filing: 'Filing',
  periodTo: ({ day }: { day: string }) => (
    <>
      Period ended <Day iso={day} />
    </>
  ),
  shortYear: ', a short year',
  groupReturn: ', group return',
  amended: ', amended',

  rating: 'Rating',
  possible: (possible: number) => ` of ${possible}`,
  oldReturn: 'old return',
  weight: ({ weight }: { weight: number }) => `weight ${weight}`,
  ratingStates: {
    Scored: 'rated',
    NotEnoughData: 'not enough data',
    NotRatedHere: 'not rated here',
  },
  labelOf: ({ label, name }: { label: string; name: string }) => `${label} of ${name}`,
  ratingLabel: ({ name }: { name: string }) => `Rating of ${name}`,
  diligence: 'Warnings',
  unknown: 'not known',

  growthHint: 'from the year before',
  unknownStates: {
    NotReported: 'not reported',
    NotOnForm: 'not on this form',
    NotComputable: 'cannot be calculated',
  },
  fieldOf: ({ label, name }: { label: string; name: string }) => `${label}, ${name}`,

  byYear: 'By year',
  metrics: 'Metric of the chart and the table',
  metricChart: ({ label, first, last }: { label: string; first: number; last: number }) =>
    `${label}, tax years ${first} to ${last}`,
  metricLabel: (parts: { label: string; name: string; year: number }) =>
    `${parts.label} of ${parts.name}, ${parts.year}`,
  organization: 'Organization',
  sumOf:
    'Overhead is the administrative ratio plus the fundraising ratio. Each of the two links to its evidence.',
  noMetric: ({ label }: { label: string }) =>
    `${label}: no value in any of these tax years. Choose another metric.`,
  pay: 'Pay of officers, directors, trustees, and key employees, as the return totals it. Form 990-EZ has no such total.',
  noReturn: 'no return loaded',
  isShort: ' short year',
} as const
