import type { PersonPay } from '#mappings/people.ts'
import { displayName } from '#src/domain/display-name.ts'
import { toLocation } from '#src/domain/places.ts'
import type { AcrossEntry, AcrossYear, CoListed, EntryYear } from '#src/search/people/across.ts'
import { organizationPath, peopleAcrossPath } from '../links.ts'
import { peopleAcrossTexts as texts } from '../texts/people-across.tsx'
import type { DataColumn } from './data-table.tsx'
import { Cited, Figure, Short, SourceLink } from './figure.tsx'
import { formatValue } from './formats.ts'
import { DisplayName } from './text.tsx'

/** One year of one entry; `isFirst` if it is the newest one. */
type AcrossRow = { entry: AcrossEntry; year: EntryYear; isFirst: boolean }

/** Returns one row for each year of each entry. */
export const toAcrossRows = (entries: readonly AcrossEntry[]): AcrossRow[] =>
  entries.flatMap((entry) => entry.years.map((year, at) => ({ entry, year, isFirst: at === 0 })))

/** Returns the columns of entries: where, how sure, and what each year lists. */
export function acrossColumns(name: string): DataColumn<AcrossRow>[] {
  const { heads } = texts
  return [
    {
      key: 'OrganizationName',
      label: heads.organization,
      cell: ({ entry: { ein, display }, isFirst }) =>
        isFirst ? (
          <>
            <a href={organizationPath(ein)}>
              <DisplayName name={display.organization} />
            </a>
            <span class="below quiet">{placeOf(display)}</span>
          </>
        ) : (
          // Screen readers hear the row's name; the eye sees one heading for the whole entry.
          <span class="hidden">{displayName(display.organization)}</span>
        ),
      csv: ({ entry }) => entry.display.organization,
    },
    { key: 'EIN', label: 'EIN', csv: ({ entry }) => entry.ein },
    { key: 'Location', label: '', csv: ({ entry }) => placeOf(entry.display) },
    {
      key: 'Certainty',
      label: heads.certainty,
      cell: ({ entry, isFirst }) => isFirst && <CertaintyCell name={name} entry={entry} />,
      csv: ({ entry }) => entry.certainty,
    },
    { key: 'Why', label: '', csv: ({ entry }) => entry.why.join(' ') },
    {
      key: 'PersonName',
      label: heads.person,
      cell: ({ entry: { ein, display }, isFirst }) =>
        isFirst && (
          <Cited ein={ein} label={displayName(display.name)} ref_={display.ref} isName>
            {display.name}
          </Cited>
        ),
      csv: ({ entry }) => entry.display.name,
    },
    {
      key: 'TaxYear',
      label: heads.year,
      isNumeric: true,
      cell: ({ entry, year }) => (
        <Cited
          ein={entry.ein}
          label={`${displayName(entry.display.organization)}, ${year.taxYear}`}
          ref_={year.ref}
        >
          {year.taxYear}
        </Cited>
      ),
      csv: ({ year }) => year.taxYear,
    },
    {
      key: 'Title',
      label: heads.title,
      cell: ({ year }) => year.title && <DisplayName name={year.title} />,
      csv: ({ year }) => year.title,
    },
    ...payColumns('Pay', heads.pay, ({ pay }) => pay),
    ...payColumns('RelatedPay', heads.related, ({ relatedPay }) => relatedPay),
  ]
}

const placeOf = ({ city, state }: AcrossEntry['display']) => toLocation({ city, state })

const CertaintyCell = ({ name, entry }: { name: string; entry: AcrossEntry }) => (
  <>
    {texts.certainties[entry.certainty]}
    {entry.why.map((why) => (
      <span key={why} class="below quiet">
        {why}
      </span>
    ))}
    {entry.certainty !== 'Chosen' && (
      <a class="below" href={peopleAcrossPath({ Name: name, EIN: entry.ein })} rel="nofollow">
        {texts.chooseOther}
        <span class="hidden">: {displayName(entry.display.organization)}</span>
      </a>
    )}
  </>
)

const payColumns = (
  key: string,
  label: string,
  of: (year: EntryYear) => PersonPay | undefined,
): DataColumn<AcrossRow>[] => [
  {
    key,
    label,
    isNumeric: true,
    cell: ({ entry: { ein, display }, year }) => {
      const paid = of(year)
      const organization = displayName(display.organization)
      return (
        paid && (
          <Figure
            ein={ein}
            label={texts.payOf(displayName(display.name), organization, year.taxYear)}
            value={paid.value}
            unit="USD"
            ref_={paid.ref}
          />
        )
      )
    },
    csv: ({ year }) => of(year)?.value,
  },
  { key: `${key}Ref`, label: '', csv: ({ year }) => of(year)?.ref },
]

type Names = ReadonlyMap<string, string>
const nameIn = (names: Names, ein: string): string => displayName(names.get(ein) ?? ein)

/** Returns the columns of the pay of each year; each Ref is a link. */
export function totalColumns(names: Names): DataColumn<AcrossYear>[] {
  const { totalHeads: heads } = texts
  return [
    { key: 'TaxYear', label: heads.year, cell: ({ taxYear }) => taxYear },
    {
      key: 'Amount',
      label: heads.amount,
      isNumeric: true,
      cell: ({ amount }) => amount !== undefined && <Short value={amount} unit="USD" />,
    },
    {
      key: 'Organizations',
      label: heads.organizations,
      isNumeric: true,
      cell: ({ organizations }) => formatValue(organizations),
    },
    {
      key: 'Sources',
      label: heads.sources,
      cell: ({ refs, taxYear }) =>
        refs.map(({ ein, ref }, at) => (
          <SourceLink
            key={ref}
            ein={ein}
            label={texts.source(nameIn(names, ein), taxYear)}
            ref_={ref}
            words={`${at + 1} `}
          />
        )),
    },
  ]
}

/** Returns the columns of other people, with the organizations that list them. */
export function coListedColumns(names: Names): DataColumn<CoListed>[] {
  const { coListedHeads: heads } = texts
  return [
    {
      key: 'PersonName',
      label: heads.name,
      cell: ({ name, eins }) => (
        <a href={peopleAcrossPath({ Name: name, EIN: eins[0] })} rel="nofollow">
          <DisplayName name={name} />
        </a>
      ),
    },
    {
      key: 'Organizations',
      label: heads.organizations,
      cell: ({ eins }) =>
        eins.map((ein, at) => (
          <span key={ein}>
            {at > 0 && ', '}
            <a href={organizationPath(ein)}>{nameIn(names, ein)}</a>
          </span>
        )),
    },
  ]
}
