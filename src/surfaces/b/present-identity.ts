import type { z } from 'zod'
import { formatRef, toRef } from '../../domain/evidence.ts'
import type { FactKey } from '../../domain/facts/definitions.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import {
  describeDeductibility,
  describeFoundation,
  describeSubsection,
  registryMonth,
} from '../../domain/registry-codes.ts'
import type { BMF_COLUMNS } from '../../domain/registry-columns.ts'
import { readWebsite } from '../../domain/website.ts'
import type { Filing, Organization } from '../../profiles/organization.ts'
import type { textFigure } from './figure.ts'
import type { Identity } from './identity-schema.ts'

type TextFigure = z.output<typeof textFigure>

/** Who an organization is; phone and website are those of the filing. */
export function presentIdentity(organization: Organization, filing?: Filing): Identity {
  const { name, nameRef, names, familyId } = organization
  const address = presentAddress(organization)
  const website = filing && presentWebsite(filing)
  const phone = filing && filedText(filing, 'filerPhone')
  return {
    name: { value: name, ref: nameRef },
    other_names: names.map(({ name: value, kind, ref }) => ({ value, kind, ref })),
    ...(address && { address }),
    ...(website && { website }),
    ...(phone && { phone }),
    entity_type: organization.entityType,
    role: organization.role,
    ...(familyId !== null && { family_id: familyId }),
    revoked: organization.isRevoked,
    registry: presentRegistry(organization),
  }
}

function presentAddress(organization: Organization): Identity['address'] {
  const { street, city, state, zip, country, addressRef } = organization
  const filed = Object.entries({ street, city, state, zip, country, ref: addressRef })
  const known = filed.filter(([, value]) => value !== null)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function filedText(filing: Filing, key: FactKey): TextFigure | undefined {
  const fact = filing.facts[key]
  return fact && { value: String(fact.value), ref: toRef({ ...filing, path: fact.path }) }
}

function presentWebsite(filing: Filing): Identity['website'] {
  const filed = filedText(filing, 'website')
  if (!filed) return undefined
  const url = readWebsite(filed.value)
  return { ...filed, ...(url !== undefined && { url }) }
}

function presentRegistry(organization: Organization): Identity['registry'] {
  const { registry, publication78 } = organization
  const code = (
    column: keyof typeof BMF_COLUMNS,
    value: string | null | undefined,
    describe: (code: string) => string | undefined = () => undefined,
  ): TextFigure | undefined => {
    if (!registry || !value) return undefined
    const label = describe(value)
    const ref = formatRef({ kind: 'bmf', asOf: registry.asOf, ein: organization.ein, column })
    return { value, ...(label !== undefined && { label }), ref }
  }
  const amount = (column: keyof typeof BMF_COLUMNS, value: number | null | undefined) => {
    if (!registry || value === null || value === undefined) return undefined
    const ref = formatRef({ kind: 'bmf', asOf: registry.asOf, ein: organization.ein, column })
    return { value, unit: 'USD', ref }
  }
  return withoutUndefined({
    subsection: code('SUBSECTION', registry?.subsection, describeSubsection),
    ruling_month: registryMonth(registry?.ruling ?? null)
      ? code('RULING', registry?.ruling, (value) => registryMonth(value))
      : undefined,
    ntee: code('NTEE_CD', registry?.nteeCode, (value) => nteeLabel(value)?.label),
    deductibility: code('DEDUCTIBILITY', registry?.deductibility, describeDeductibility),
    foundation: code('FOUNDATION', registry?.foundation, describeFoundation),
    group_exemption: code('GROUP', noneIfZero(registry?.groupExemption)),
    status: code('STATUS', registry?.status),
    tax_period: code('TAX_PERIOD', registry?.taxPeriod),
    asset_amount: amount('ASSET_AMT', registry?.assetAmount),
    income_amount: amount('INCOME_AMT', registry?.incomeAmount),
    revenue_amount: amount('REVENUE_AMT', registry?.revenueAmount),
    publication_78: publication78 && {
      value: publication78.deductibilityCodes.join(','),
      ref: formatRef({
        kind: 'pub78',
        asOf: publication78.asOf,
        ein: organization.ein,
        column: 'DeductibilityStatus',
      }),
    },
    revocations: organization.revocations.map((one) => presentRevocation(organization.ein, one)),
  })
}

function presentRevocation(ein: string, one: Organization['revocations'][number]) {
  const { revokedOn, postedOn, reinstatedOn } = one
  const ref = (column: string) => formatRef({ kind: 'revocation', ein, revokedOn, column })
  return {
    revoked_on: { value: revokedOn, ref: ref('RevocationDate') },
    ...(postedOn !== null && { posted_on: { value: postedOn, ref: ref('PostingDate') } }),
    ...(reinstatedOn !== null && {
      reinstated_on: { value: reinstatedOn, ref: ref('ReinstatementDate') },
    }),
  }
}

// The registry writes 0000 for none.
const noneIfZero = (value: string | null | undefined): string | undefined =>
  value && /[1-9]/.test(value) ? value : undefined

/** What is not known is left out. */
function withoutUndefined<Fields extends object>(fields: Fields) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(known) as { [Key in keyof Fields]: Exclude<Fields[Key], null> }
}
