import { quoteFiled } from '../domain/filed-text.ts'
import { formatValue } from '../domain/format-value.ts'
import { countOf } from '../domain/money.ts'
import { at, listAt, MAX_TEXT, nameAt, numberAt, textAt } from './json.ts'
import { type Line, line, type Value } from './line.ts'
import { NOT_REPORTED, type View, writeLine } from './template.ts'

// Views that no template can write, because the shape of their rows depends on the data.

/** Names, titles, and amounts come first in every table, addresses last. */
export const MAX_CELLS = 10
/** Values shown of a section or a record; the structured result has all of them. */
export const MAX_LINES = 25

/** Tells how to get the next page. */
export const NEXT = '[For more, repeat the call with Cursor {NextCursor}]'

/**
 * Returns a value with its label, unit, and Ref, as the API writes them, or the reason why it is
 * unknown. Throws nothing for missing parts.
 */
function figureLine(figure: unknown, label = textAt(figure, 'Label') ?? 'Value'): Line {
  const value = valueIn(figure, label)
  if (value) return [`${label}: `, value]
  const why = textAt(figure, 'Why')
  return [
    `${label}: ${textAt(figure, 'Unknown') ? 'unknown' : NOT_REPORTED}.${why ? ` ${why}` : ''}`,
  ]
}

/** Returns the value of a figure as the API writes it; undefined if it is unknown. */
export function valueIn(
  figure: unknown,
  label = textAt(figure, 'Label') ?? 'Value',
  unit = textAt(figure, 'Unit'),
): Value | undefined {
  const value = at(figure, 'Value')
  if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') {
    return undefined
  }
  const ref = textAt(figure, 'EvidenceRef') ?? textAt(figure, 'EvidenceRefs.only')
  const text = typeof value === 'string' ? quoteFiled(value, MAX_TEXT) : formatValue(value, unit)
  return { text, label, value, ...(ref !== undefined && { ref }) }
}

/** Returns lines with a separator between them. */
export const joined = (lines: readonly Line[], separator: string): Line =>
  lines.flatMap((one, place) => (place === 0 ? one : [separator, ...one]))

/** Returns the values of a row of a filed table, with the labels of its columns. */
export function rowLine(row: unknown, table: unknown): Line {
  const columns = listAt(table, 'Columns')
  const cells = Object.entries(Object(at(row, 'Values')))
    // Unchecked boxes would hide the values.
    .filter(([, value]) => value !== false)
    .slice(0, MAX_CELLS)
  const ref = textAt(row, 'EvidenceRef')
  const label = textAt(row, 'Label')
  const shown = cells.map(([key, value], place): Line => {
    const column = columns.find((one) => at(one, 'Key') === key)
    const name = textAt(column, 'Label') ?? key
    const figure = { Value: value, EvidenceRef: at(at(row, 'EvidenceRefs'), key) }
    const own = valueIn(figure, name, textAt(column, 'Unit'))
    if (!own) return [`${name}: ${NOT_REPORTED}`]
    if (ref === undefined) return [`${name}: `, own]
    // The Ref of the row opens all its values.
    const { ref: _, ...plain } = own
    return [`${name}: `, place === 0 ? { ...plain, ref } : plain]
  })
  return ['- ', ...joined([...(label ? [[label]] : []), ...shown], '; ')]
}

/** "Revenue: 2022 $5 [Ref]; 2023 $6 [Ref]". */
export const yearsLine = (name: string, years: readonly unknown[]): Line => [
  `- ${name}: `,
  ...joined(
    years.map((one): Line => {
      const year = textAt(one, 'Year')
      const value = valueIn(one, `${name} ${year}`, textAt(one, 'Unit') ?? 'USD')
      return [`${year} `, value ?? (textAt(one, 'Unknown') ? 'unknown' : NOT_REPORTED)]
    }),
    '; ',
  ),
]

/** The pay of one person: the filed parts of the newest year, and the sums of the years before. */
export const payView = {
  uses: [
    ...['Years.*3.TaxYear', 'Years.*3.Amount'],
    ...['Label', 'Value', 'EvidenceRef'].map((field) => `Years.0.Parts.*.${field}`),
  ],
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
} as const

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
  {
    uses: ['Label', 'Value', 'Unit', 'EvidenceRef.Ref', 'XML'],
    write: (response) => {
      const label = textAt(response, 'Label') ?? 'Value'
      const value = valueIn(response, label)
      const ref = textAt(response, 'EvidenceRef.Ref')
      if (value) return [[`${label}: `, { ...value, ...(ref !== undefined && { ref }) }]]
      const cells = [...String(at(response, 'XML')).matchAll(LEAF)].slice(0, MAX_ELEMENTS)
      const filed = cells.map(([, name, text]) =>
        writeLine(`${name} {text|quoted}`, { text: text?.replaceAll(ENTITY, toCharacter) }),
      )
      return [[`${label} [${ref}]: `, ...joined(filed, '; ')]]
    },
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

const COMPARED = [
  ...['EIN', 'Name', 'Location', 'Filing.Form', 'Filing.TaxYear', 'NotCompared', 'Readiness.Label'],
  ...['Score', 'Verdict', 'EvidenceRef'].map((field) => `Rating.${field}`),
  ...['Label', 'Value', 'Unit', 'EvidenceRef', 'Unknown', 'Why'].flatMap((field) => [
    `Figures.*.${field}`,
    `Years.*.Figures.*.${field}`,
  ]),
  'Years.*.TaxYear',
]

/** Organizations side by side: one line for each figure, with its years if they were asked for. */
export const comparedView: View = [
  {
    uses: COMPARED.map((path) => `Organizations.*.${path}`),
    write: (response) =>
      listAt(response, 'Organizations').flatMap((one): Line[] => [
        writeLine(
          '[{Name|name} ||](EIN {EIN|ein}[, {Location|place}])[, Form {Filing.Form}, tax year {Filing.TaxYear}][, rating {Rating.Score|score|Rating.EvidenceRef}[ ({Rating.Verdict})|| (its return is too old to judge by)]][, compliance check: {Readiness.Label}][: {NotCompared}]',
          one,
        ),
        ...listAt(one, 'Figures').map((figure, place): Line => {
          const years = listAt(one, 'Years')
          if (years.length === 0) return ['- ', ...figureLine(figure)]
          const filed = years.map((year) => ({
            ...Object(listAt(year, 'Figures')[place]),
            Year: at(year, 'TaxYear'),
          }))
          return yearsLine(textAt(figure, 'Label') ?? 'Value', filed)
        }),
      ]),
    // The newest year repeats the figures.
    trim: (picked) => ({
      ...Object(picked),
      Organizations: listAt(picked, 'Organizations').map((one) =>
        at(one, 'Years') ? { ...Object(one), Figures: undefined } : one,
      ),
    }),
  },
  { each: 'Cautions', line: 'Caution: {}' },
]

/** A rating by categories and metrics; a metric has an equal part of the weight of its category. */
export const ratingView: View = [
  '{Data.BottomLine}',
  {
    uses: [
      ...['Key', 'Label', 'Weight', 'Score'].map((field) => `Data.Categories.*.${field}`),
      ...['Category', 'Label', 'Value', 'Unit', 'EvidenceRef', 'Score', 'Percentile'].map(
        (field) => `Data.Metrics.*.${field}`,
      ),
    ],
    write: (response) => {
      const metrics = listAt(response, 'Data.Metrics')
      return listAt(response, 'Data.Categories').flatMap((category): Line[] => {
        const weight = numberAt(category, 'Weight') ?? 0
        const own = metrics.filter((one) => at(one, 'Category') === at(category, 'Key'))
        const score = numberAt(category, 'Score')
        return [
          [
            `${textAt(category, 'Label')}: `,
            score === undefined ? 'unknown' : points(score, weight),
          ],
          ...own.map((metric): Line => {
            const share = numberAt(metric, 'Percentile')
            const peers = `${textAt(metric, 'Peers.Size')} ${nameAt(metric, 'Peers.Label')}`
            return line`- ${textAt(metric, 'Label')}: ${valueIn(metric)}, ${points(numberAt(metric, 'Score') ?? 0, weight / own.length)}${share === undefined ? undefined : `, higher than ${formatValue(share, 'ratio')} of ${peers}`}`
          }),
        ]
      })
    },
  },
]

const points = (score: number, weight: number): Value => {
  const value = round(score * weight)
  return { text: `${value} of ${round(weight)} points`, label: 'Points', value }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The sums of the newest years, one line for each figure. */
export const sectorView: View = [
  {
    uses: [...['tax_year', 'organizations', 'filings', 'figures.*.value', 'ratios.*.value']].map(
      (path) => `data.years.*-3.${path}`,
    ),
    write: (response) => {
      const years = listAt(response, 'data.years').slice(-3)
      const of = (year: unknown): Record<string, unknown> => ({
        ...Object(at(year, 'figures')),
        ...Object(at(year, 'ratios')),
      })
      return [
        ...years.map((year) =>
          writeLine('Tax year {tax_year}: {organizations|organization}, {filings|return}', year),
        ),
        ...Object.keys(of(years.at(-1))).map((key): Line => {
          const figures = years.map((year) => of(year)[key])
          const shown = figures.map((figure, place) =>
            writeLine(`${textAt(years[place], 'tax_year')} {value|unit:unit}`, figure),
          )
          return [`- ${textAt(figures.at(-1), 'label')}: `, ...joined(shown, '; ')]
        }),
      ]
    },
  },
  'Latest complete tax year: {data.latest_complete_year}.',
]

/** How many organizations and returns are loaded. */
export const countsView: View = [
  'Registry: {data.sector_composition.organizations|organization}; returns of {data.charities|organization}, {data.filings|return} in all.',
  {
    uses: ['data.filings_by_form'],
    write: (response) =>
      Object.entries(Object(at(response, 'data.filings_by_form'))).map(([form, count]) => [
        `- Form ${form}: ${countOf(Number(count), 'return')}`,
      ]),
  },
  { each: 'data.sector_composition.groups', line: '- {label}: {organizations|organization}' },
]

/** What IRS lists say of an organization. */
export const registryView: View = [
  '{data.name|name} (EIN {data.ein|ein}[, {data.identity.address.city|place}][, {data.identity.address.state}])[: {data.note}]',
  { each: 'data.identity.other_names', line: '- {kind} name: {value|name|ref}' },
  '[- Exemption: {data.identity.registry.subsection.label||data.identity.registry.subsection.ref}]',
  '[- Kind: {data.identity.registry.foundation.label||data.identity.registry.foundation.ref}]',
  '[- Ruling: {data.identity.registry.ruling_month.label||data.identity.registry.ruling_month.ref}]',
  '[- Cause: {data.identity.registry.ntee.label||data.identity.registry.ntee.ref} ({data.identity.registry.ntee.value})]',
  '[- Contributions: {data.identity.registry.deductibility.label||data.identity.registry.deductibility.ref}]',
  '[- Assets: {data.identity.registry.asset_amount.value|dollars|data.identity.registry.asset_amount.ref}]',
  '[- Revenue: {data.identity.registry.revenue_amount.value|dollars|data.identity.registry.revenue_amount.ref}]',
  { each: 'data.status', line: '- {text}' },
  { each: 'data.forms', line: '- Form {form}: tax years {years|list}' },
]

/** The first lines of a return. */
export const linesView: View = [
  '{data.name|name} (EIN {data.ein|ein}), Form {data.filing.form}, tax year {data.filing.tax_year}:',
  {
    uses: ['label', 'value', 'unit', 'line', 'ref'].map((field) => `data.parts.*.facts.*.${field}`),
    write: (response) => {
      const facts = factsIn(response)
      const left = facts.length - 2 * MAX_LINES
      return [
        ...facts.slice(0, 2 * MAX_LINES).map(([, fact]) => {
          const figure = { Value: at(fact, 'value'), EvidenceRef: at(fact, 'ref') }
          const value = valueIn(figure, textAt(fact, 'label'), textAt(fact, 'unit'))
          return line`- ${textAt(fact, 'label')}: ${value} (${textAt(fact, 'line')})`
        }),
        ...(left > 0 ? [[`- and ${countOf(left, 'more value')} with detail: full`]] : []),
      ]
    },
    trim: (picked) => {
      const shown = new Set(
        factsIn(picked)
          .slice(0, 2 * MAX_LINES)
          .map(([, fact]) => fact),
      )
      const parts = listAt(picked, 'data.parts').map((part) => ({
        facts: Object.fromEntries(factsOf(part).filter(([, fact]) => shown.has(fact))),
      }))
      return { ...Object(picked), data: { ...Object(at(picked, 'data')), parts } }
    },
  },
]

const factsOf = (part: unknown): [string, unknown][] => Object.entries(Object(at(part, 'facts')))
const factsIn = (response: unknown) => listAt(response, 'data.parts').flatMap(factsOf)
