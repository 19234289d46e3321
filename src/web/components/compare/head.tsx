import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { toLocation } from '#src/domain/places.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { toLabel } from '#src/web/charts/labels.ts'
import { type CompareAddress, comparePath, withoutOne } from '#src/web/compare/address.ts'
import { organizationPath } from '#src/web/links.ts'
import { Day } from '../layout.tsx'
import { Name } from '../name.tsx'

// Three lines of a column; the whole name stands on the page it leads to.
const NAME_LENGTH = 70

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/** Who is compared, and of which filing. */
export const CompareHead = ({ address, compared }: Props) => (
  <thead>
    <tr>
      <td />
      {compared.map((one) => (
        <th key={one.ein} scope="col">
          <a href={pathOf(one)}>
            <Name>{toLabel(one.name, NAME_LENGTH)}</Name>
          </a>
        </th>
      ))}
    </tr>
    <tr>
      <th scope="row">Who and where</th>
      {compared.map((one) => (
        <td key={one.ein}>
          <Name>{toLocation(one) ?? <span class="unknown">place not known</span>}</Name>
          <br />
          <span class="quiet">{one.cause?.label ?? 'No cause in the registry'}</span>
        </td>
      ))}
    </tr>
    <tr>
      <th scope="row">Filing</th>
      {compared.map((one) => (
        <td key={one.ein}>
          <Filing {...one} />
          {compared.length > 1 && (
            <p class="take-out">
              <a
                href={comparePath(withoutOne(address, one.ein))}
                aria-label={`Take out ${one.name}`}
              >
                Take out
              </a>
            </p>
          )}
        </td>
      ))}
    </tr>
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
