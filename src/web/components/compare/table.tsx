import type { ComponentChildren } from 'preact'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { toLocation } from '#src/domain/places.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { COMPARED_GROUPS } from '#src/figures/sets.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { organizationPath } from '#src/web/links.ts'
import { Scroll } from '../table.tsx'
import { Day, Name, toLabel } from '../text.tsx'
import { type CompareAddress, comparePath, withoutOne } from './address.ts'
import { RatingRows } from './rating.tsx'
import { FieldRow, type PickField, Row } from './row.tsx'

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/** Figures in rows, organizations in columns; each figure is a link to where it was filed. */
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
      <h2 id="figures">Figures</h2>
      <p class="quiet">
        A bar shows how large a figure is beside the others of its row, not which is better. Each
        figure is a link to the line it was filed on.
      </p>
      {compared.length > 1 && (
        <p class="quiet sideways">
          The table scrolls sideways; the labels of the rows stay in sight.
        </p>
      )}
      <Scroll name="Figures side by side">
        <table class="compare">
          <caption class="hidden">Figures, rating and governance side by side</caption>
          <Head address={address} compared={compared} />
          <Group title="Rating and diligence" compared={compared}>
            <RatingRows compared={compared} />
          </Group>
          {[...groups, { title: 'Governance', fields: governance }].map(({ title, fields }) => {
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
          })}
        </table>
      </Scroll>
      <p class="quiet">
        Lines that none of the forms has are left out. Ratings rank each organization among peers of
        its own kind and size, so two scores may refer to two groups of peers.
      </p>
    </section>
  )
}

const isOnAnyForm = (compared: Props['compared'], field: PickField): boolean =>
  compared.map(field).some((one) => one && one.unknown?.state !== 'NotOnForm')

// Two lines of a column.
const GROUP_NAME_LENGTH = 30

type GroupProps = Pick<Props, 'compared'> & { title: string; children: ComponentChildren }

/** Rows under a title. Names are repeated for the eye only; screen readers read the column heads. */
const Group = ({ title, compared, children }: GroupProps) => (
  <tbody>
    <tr class="group">
      <th scope="rowgroup">{title}</th>
      {compared.map(({ ein, name }) => (
        <td key={ein} class="quiet" aria-hidden="true">
          <Name>{toLabel(name, GROUP_NAME_LENGTH)}</Name>
        </td>
      ))}
    </tr>
    {children}
  </tbody>
)

// Three lines of a column; the organization's page has the whole name.
const HEAD_NAME_LENGTH = 70

/** The organizations and their filings. */
const Head = ({ address, compared }: Props) => (
  <thead>
    <tr>
      <td />
      {compared.map((one) => (
        <th key={one.ein} scope="col">
          <a href={pathOf(one)}>
            <Name>{toLabel(one.name, HEAD_NAME_LENGTH)}</Name>
          </a>
        </th>
      ))}
    </tr>
    <Row
      label="Who and where"
      compared={compared}
      cell={(one) => (
        <>
          <Name>{toLocation(one) ?? <span class="unknown">place not known</span>}</Name>
          <br />
          <span class="quiet">{one.cause?.label ?? 'No cause in the registry'}</span>
        </>
      )}
    />
    <Row
      label="Filing"
      compared={compared}
      cell={(one) => (
        <>
          <Filing {...one} />
          {compared.length > 1 && (
            <p class="take-out">
              <a href={comparePath(withoutOne(address, one.ein))} aria-label={`Remove ${one.name}`}>
                Remove
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
      Period to <Day iso={filing.taxPeriodEnd} />
      {isShortYear(filing) && ', a short year'}
      {filing.isGroupReturn && ', group return'}
      {filing.isAmended && ', amended'}
    </span>
  </>
)
