import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { COMPARED_GROUPS } from '#src/figures/sets.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { organizationPath } from '#src/web/links.ts'
import { compareTexts } from '#src/web/texts/compare.tsx'
import { showPlace } from '../place.ts'
import { Scroll } from '../table.tsx'
import { DisplayName, Name } from '../text.tsx'
import { type CompareAddress, comparePath, withoutOne } from './address.ts'
import { RatingRows } from './rating.tsx'
import { FieldRow, type PickField, Row } from './row.tsx'

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/** Figures in rows, organizations in columns; each figure links to where it was filed. */
export const CompareTable = ({ address, compared }: Props) => {
  const groups = COMPARED_GROUPS.map(({ title, figures }) => ({
    title,
    fields: figures.map(
      (key): PickField =>
        (one) =>
          one.figures.find((field) => field.key === key),
    ),
  }))
  const governance = (compared[0]?.governance ?? []).map(
    ({ key }): PickField =>
      (one) =>
        one.governance.find((field) => field.key === key),
  )
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">{compareTexts.figures}</h2>
      <p class="quiet">{compareTexts.bars}</p>
      {compared.length > 1 && <p class="quiet sideways">{compareTexts.sideways}</p>}
      <Scroll name={compareTexts.table}>
        <table class="compare">
          <caption class="hidden">{compareTexts.caption}</caption>
          <Head address={address} compared={compared} />
          <Group title={compareTexts.ratingGroup} compared={compared}>
            <RatingRows compared={compared} />
          </Group>
          {[...groups, { title: compareTexts.governanceGroup, fields: governance }].map(
            ({ title, fields }) => {
              const known = fields.filter((field) => isOnAnyForm(compared, field))
              return (
                known.length > 0 && (
                  <Group key={title} title={title} compared={compared}>
                    {known.map((field, at) => (
                      <FieldRow key={at} compared={compared} field={field} />
                    ))}
                  </Group>
                )
              )
            },
          )}
        </table>
      </Scroll>
      <p class="quiet">{compareTexts.hiddenLines}</p>
    </section>
  )
}

const isOnAnyForm = (compared: Props['compared'], field: PickField): boolean =>
  compared.map(field).some((one) => one && one.unknown?.state !== 'NotOnForm')

// Two lines in a column.
const GROUP_NAME_LENGTH = 30

type GroupProps = Pick<Props, 'compared'> & { title: string; children: ComponentChildren }

/** Rows under a title. Names are repeated visually only; screen readers read the column heads. */
const Group = ({ title, compared, children }: GroupProps) => (
  <tbody>
    <tr class="group">
      <th scope="rowgroup">{title}</th>
      {compared.map(({ ein, name }) => (
        <td key={ein} class="quiet" aria-hidden="true">
          <DisplayName name={name} length={GROUP_NAME_LENGTH} />
        </td>
      ))}
    </tr>
    {children}
  </tbody>
)

// Three lines in a column; the organization's page has the whole name.
const HEAD_NAME_LENGTH = 70

/** The organizations and their filings. */
const Head = ({ address, compared }: Props) => (
  <thead>
    <tr>
      <td />
      {compared.map((one) => (
        <th key={one.ein} scope="col">
          <a href={pathOf(one)}>
            <DisplayName name={one.name} length={HEAD_NAME_LENGTH} />
          </a>
        </th>
      ))}
    </tr>
    <Row
      label={compareTexts.about}
      compared={compared}
      cell={(one) => (
        <>
          <Name>{showPlace(one) ?? <span class="unknown">{compareTexts.noPlace}</span>}</Name>
          <br />
          <span class="quiet">{one.cause?.label ?? compareTexts.noCause}</span>
        </>
      )}
    />
    <Row
      label={compareTexts.filing}
      compared={compared}
      cell={(one) => (
        <>
          <Filing {...one} />
          {compared.length > 1 && (
            <p class="take-out">
              <a
                href={comparePath(withoutOne(address, one.ein))}
                aria-label={compareTexts.removeName({ name: displayName(one.name) })}
              >
                {compareTexts.remove}
              </a>
            </p>
          )}
        </>
      )}
    />
  </thead>
)

const pathOf = ({ ein, filing, primaryForm }: ComparedOrganization): string =>
  organizationPath(ein, {
    ...(filing.form !== primaryForm && { form: filing.form }),
    year: filing.taxYear,
  })

const Filing = ({ filing }: ComparedOrganization) => (
  <>
    {FORM_NAMES[filing.form]}, {filing.taxYear}
    <br />
    <span class="quiet">
      {compareTexts.periodTo({ day: filing.taxPeriodEnd })}
      {isShortYear(filing) && compareTexts.shortYear}
      {filing.isGroupReturn && compareTexts.groupReturn}
      {filing.isAmended && compareTexts.amended}
    </span>
  </>
)
