import { formatValue } from '../domain/format-value.ts'
import { countOf } from '../domain/money.ts'
import { at, entriesAt, listAt, numberAt, textAt } from './json.ts'
import { type Line, line, type Value } from './line.ts'
import { NOT_REPORTED, textOfValue, type View, writeLine } from './template.ts'

// Views that no template can write, because the shape of their rows depends on the data.

/** Names, titles, and amounts come first in every table, addresses last. */
export const MAX_CELLS = 10
/** Values shown of a section or a record; the structured result has all of them. */
export const MAX_LINES = 25

/** Tells how to get the next page. */
export const NEXT = '[For more, repeat the call with Cursor {NextCursor}]'

/** Returns the value of a figure as the API writes it; undefined if it is unknown. */
export function valueIn(
  figure: unknown,
  label = textAt(figure, 'Label') ?? 'Value',
  unit = textAt(figure, 'Unit'),
): Value | undefined {
  const value = at(figure, 'Value')
  const text = textOfValue(value, unit)
  if (text === undefined) return undefined
  const ref = textAt(figure, 'EvidenceRef') ?? textAt(figure, 'EvidenceRefs.only')
  return { text, label, value: value as Value['value'], ...(ref !== undefined && { ref }) }
}

/** Returns lines with a separator between them. */
export const joined = (lines: readonly Line[], separator: string): Line =>
  lines.flatMap((one, place) => (place === 0 ? one : [separator, ...one]))

/** Returns the values of a row of a filed table, with the labels of its columns. */
export function rowLine(row: unknown, table: unknown): Line {
  const label = textAt(row, 'Label')
  const ref = textAt(row, 'EvidenceRef')
  const shown = entriesAt(row, 'Values')
    // Unchecked boxes would hide the values.
    .filter(([, value]) => value !== false)
    .slice(0, MAX_CELLS)
    .map(([key, value], place): Line => {
      // The labels of columns are in the text, so the result need not repeat them.
      const column = Object(Object(table).Columns?.find((one: { Key?: string }) => one.Key === key))
      // The Ref of the row opens all its values.
      const own =
        ref === undefined ? textAt(at(row, 'EvidenceRefs'), key) : place === 0 ? ref : undefined
      const name = column.Label ?? key
      return [
        `${name}: `,
        valueIn({ Value: value, EvidenceRef: own }, name, column.Unit) ?? NOT_REPORTED,
      ]
    })
  return ['- ', ...joined([...(label ? [[label]] : []), ...shown], '; ')]
}

/** "Revenue: 2022 $5 [Ref]; 2023 $6 [Ref]". */
export const yearsLine = (
  name: string,
  years: readonly (readonly [year: string | undefined, figure: unknown])[],
): Line => [
  `- ${name}: `,
  ...joined(
    years.map(([year, one]): Line => {
      const label = textAt(one, 'Label') ?? name
      const value = valueIn(one, `${label} ${year}`, textAt(one, 'Unit') ?? 'USD')
      return [`${year} `, value ?? (textAt(one, 'Unknown') ? 'unknown' : NOT_REPORTED)]
    }),
    '; ',
  ),
]

/** The pay of one person: the filed parts of the newest year, and the sums of the years before. */
export const payView = {
  write: (person: unknown): Line[] => {
    const [newest, ...before] = listAt(person, 'Years')
      .slice(0, MAX_PAY_YEARS)
      .filter((year) => numberAt(year, 'Amount') !== undefined)
    if (!newest) return []
    const parts = listAt(newest, 'Parts').filter((part) => at(part, 'Value') !== 0)
    const named = parts.map(
      (part): Line => [
        `${textAt(part, 'Label')?.toLowerCase()} `,
        valueIn(part, undefined, 'USD') ?? NOT_REPORTED,
      ],
    )
    return [
      [
        `  - ${textAt(newest, 'TaxYear')}: `,
        payOf(newest),
        ...(parts.length > 0 ? [' (', ...joined(named, ' + '), ')'] : []),
        ...before.flatMap((year) => [`; ${textAt(year, 'TaxYear')}: `, payOf(year)]),
      ],
    ]
  },
}

/** The pay of a year: a sum has no Ref, and a pay without filed parts above 0 has that of its first part. */
function payOf(year: unknown): Value {
  const sum = numberAt(year, 'Amount') ?? 0
  const ref = sum === 0 ? textAt(year, 'Parts.0.EvidenceRef') : undefined
  const label = `Pay ${textAt(year, 'TaxYear')}`
  return { text: formatValue(sum, 'USD'), label, value: sum, ...(ref !== undefined && { ref }) }
}

const MAX_PAY_YEARS = 3

/** What a Ref names: a value, or a row as filed. */
export const evidenceView: View = [
  '[{Label}: {Value|unit|EvidenceRef.Ref|Label}]',
  (response) => {
    if (valueIn(response)) return []
    const cells = [...String(at(response, 'XML')).matchAll(LEAF)].slice(0, MAX_ELEMENTS)
    const filed = cells.map(([, name, text]) =>
      writeLine(`${name} {text|quoted}`, { text: text?.replaceAll(ENTITY, toCharacter) }),
    )
    // The label of a row can have a filed name.
    return [
      [...writeLine('{Label|quoted} {EvidenceRef.Ref|ref}: ', response), ...joined(filed, '; ')],
    ]
  },
  '{Name|name} (EIN {EIN|ein})',
  'Cite as: {EvidenceRef.Citation}',
  '[Filing {Filing.ObjectID}[, received {Filing.ReceivedOn}]: {Filing.Status}[ by {Filing.SupersededBy}]]',
  '[Formula: {EvidenceRef.Formula}]',
  '[Computed from: {EvidenceRef.DerivedFrom|list}]',
]

/** An XML element with a text. */
const LEAF = /<(\w+)[^<>]*>([^<]+)<\//g
const ENTITY = /&(amp|lt|gt|quot|apos);/g
const MAX_ELEMENTS = 40
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const toCharacter = (_: string, name: string): string => CHARACTERS[name] ?? ''

const FIGURE =
  '- {Label}: [{Value|unit|EvidenceRef|Label}||{Unknown|hidden}unknown.[ {Why}]||not reported.[ {Why}]]'

/** Organizations side by side: one line for each figure, with its years if they were asked for. */
export const comparedView: View = [
  {
    each: 'Organizations',
    line: '[{Name|name} ||](EIN {EIN|ein}[, {Location|place}])[, Form {Filing.Form}, tax year {Filing.TaxYear}][, rating {Rating.Score|score|Rating.EvidenceRef}[ ({Rating.Verdict})|| (its return is too old to judge by)]][, compliance check: {Readiness.Label}][: {NotCompared}]',
    under: [
      (one) => {
        const years = listAt(one, 'Years')
        return listAt(one, 'Figures').map((figure, place) => {
          if (years.length === 0) return writeLine(FIGURE, figure)
          const filed = years.map(
            (year) => [textAt(year, 'TaxYear'), listAt(year, 'Figures')[place]] as const,
          )
          return yearsLine(textAt(figure, 'Label') ?? 'Value', filed)
        })
      },
    ],
  },
  'each Cautions: Caution: {}',
]

/** A rating by categories and metrics; a metric has an equal part of the weight of its category. */
export const ratingView: View = [
  '{Data.BottomLine}',
  (response) => {
    const metrics = listAt(response, 'Data.Metrics')
    return listAt(response, 'Data.Categories').flatMap((category): Line[] => {
      const weight = numberAt(category, 'Weight') ?? 0
      const own = metrics.filter((one) => at(one, 'Category') === at(category, 'Key'))
      const score = numberAt(category, 'Score')
      return [
        line`${textAt(category, 'Label')}: ${score === undefined ? 'unknown' : points(score, weight)}`,
        ...own.map((metric): Line => {
          const share = points(numberAt(metric, 'Score') ?? 0, weight / own.length)
          return line`- ${textAt(metric, 'Label')}: ${valueIn(metric)}, ${share}${writeLine('[, higher than {Percentile|percent} of {Peers.Size} {Peers.Label|name}]', metric)}`
        }),
      ]
    })
  },
]

const points = (score: number, weight: number): Value => {
  const value = round(score * weight)
  return { text: `${value} of ${round(weight)} points`, label: 'Points', value }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The sums of the newest years, one line for each figure. */
export const sectorView: View = [
  (response) => {
    const years = listAt(response, 'data.years').slice(-3)
    const sums = years.map((year) => [...entriesAt(year, 'figures'), ...entriesAt(year, 'ratios')])
    return [
      ...years.map((year) =>
        writeLine('Tax year {tax_year}: {organizations|organization}, {filings|return}', year),
      ),
      ...(sums.at(-1) ?? []).map(([key, newest]): Line => {
        const shown = sums.map((sum, place) =>
          writeLine(
            `${textAt(years[place], 'tax_year')} {value|unit:unit}`,
            sum.find(([one]) => one === key)?.[1],
          ),
        )
        return [`- ${textAt(newest, 'label')}: `, ...joined(shown, '; ')]
      }),
    ]
  },
  'Latest complete tax year: {data.latest_complete_year}.',
]

/** How many organizations and returns are loaded. */
export const countsView: View = [
  'Registry: {data.sector_composition.organizations|organization}; returns of {data.charities|organization}, {data.filings|return} in all.',
  (response) =>
    entriesAt(response, 'data.filings_by_form').map(([form, count]) => [
      `- Form ${form}: ${countOf(Number(count), 'return')}`,
    ]),
  'each data.sector_composition.groups: - {label}: {organizations|organization}',
]

/** What IRS lists say of an organization. */
export const registryView: View = [
  '{data.name|name} (EIN {data.ein|ein}[, {data.identity.address.city|place}][, {data.identity.address.state}])[: {data.note}]',
  'each data.identity.other_names: - {kind} name: {value|name|ref}',
  '[- Exemption: {data.identity.registry.subsection.label||data.identity.registry.subsection.ref}]',
  '[- Kind: {data.identity.registry.foundation.label||data.identity.registry.foundation.ref}]',
  '[- Ruling: {data.identity.registry.ruling_month.label||data.identity.registry.ruling_month.ref}]',
  '[- Cause: {data.identity.registry.ntee.label||data.identity.registry.ntee.ref} ({data.identity.registry.ntee.value})]',
  '[- Contributions: {data.identity.registry.deductibility.label||data.identity.registry.deductibility.ref}]',
  '[- Assets: {data.identity.registry.asset_amount.value|dollars|data.identity.registry.asset_amount.ref}]',
  '[- Revenue: {data.identity.registry.revenue_amount.value|dollars|data.identity.registry.revenue_amount.ref}]',
  'each data.status: - {text}',
  'each data.forms: - Form {form}: tax years {years|list}',
]

/** The first lines of a return. */
export const linesView: View = [
  '{data.name|name} (EIN {data.ein|ein}), Form {data.filing.form}, tax year {data.filing.tax_year}:',
  (response) => {
    const facts = listAt(response, 'data.parts').flatMap((part) => entriesAt(part, 'facts'))
    return mostOf(
      facts.map(
        ([, fact]) =>
          () =>
            writeLine('- {label}: {value|unit:unit|ref|label} ({line})', fact),
      ),
      2 * MAX_LINES,
    )
  },
]

/** Writes the first lines, and says how many the others are. */
export const mostOf = (lines: readonly (() => Line)[], most: number): Line[] => [
  ...lines.slice(0, most).map((write) => write()),
  ...(lines.length > most
    ? [[`- and ${countOf(lines.length - most, 'more value')} with detail: full`]]
    : []),
]
