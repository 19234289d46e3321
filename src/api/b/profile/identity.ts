import { z } from 'zod'
import { formatRef, toRef } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { ENTITY_TYPES } from '#src/domain/form.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import {
  describeDeductibility,
  describeFoundation,
  describeSubsection,
  registryMonth,
} from '#src/domain/registry-codes.ts'
import type { BMF_COLUMNS } from '#src/domain/source-columns.ts'
import { readWebsite } from '#src/domain/website.ts'
import type { Filing, Organization } from '#src/organizations/organization.ts'
import { component, optional, optionalObject, required } from '../../shared/schemas.ts'
import { numberFigure, src, textFigure } from '../figure.ts'

const address = component('AddressB', {
  street: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zip: z.string().optional(),
  country: optional.string('Two-letter code (ISO 3166).'),
  ref: z.string().optional(),
  _src: src,
})

const revocation = component('RevocationB', {
  revoked_on: textFigure,
  posted_on: textFigure.optional(),
  reinstated_on: textFigure.optional(),
  _src: src,
})

/** Facts of the IRS lists, each with its code and the meaning of the code. */
const registry = component('RegistryFacts', {
  subsection: textFigure.optional(),
  ruling_month: textFigure.optional().describe('Month of the exemption ruling, YYYY-MM.'),
  ntee: textFigure.optional(),
  deductibility: textFigure.optional(),
  foundation: textFigure.optional(),
  group_exemption: textFigure.optional(),
  status: textFigure.optional().describe('Exemption status code, such as 01 (unconditional).'),
  tax_period: textFigure
    .optional()
    .describe('Tax period of the latest return in the registry, YYYYMM.'),
  asset_amount: numberFigure
    .optional()
    .describe('Assets in the return for tax_period, according to the registry.'),
  income_amount: numberFigure.optional(),
  revenue_amount: numberFigure.optional(),
  publication_78: textFigure.optional().describe('Deductibility codes from Publication 78.'),
  revocations: z.array(revocation),
  _src: src,
})

export const identity = component('IdentityB', {
  name: textFigure,
  other_names: z.array(
    z.strictObject({
      value: z.string(),
      kind: z.enum(['legal', 'doing-business-as', 'former']),
      ref: z.string(),
      _src: src,
    }),
  ),
  address: address.optional(),
  website: optionalObject({
    value: required.string('Website as filed.'),
    url: optional.string(
      'URL derived from the filed text. Absent if the text is not a web address (for example, "N/A").',
    ),
    ref: z.string(),
    _src: src,
  }),
  phone: textFigure.optional(),
  entity_type: z.enum(ENTITY_TYPES),
  role: z.enum(['Central', 'Member', 'Independent']),
  family_id: z.string().optional(),
  revoked: required.boolean('Whether the exemption was revoked and has not been reinstated.'),
  registry,
  _src: src,
})
type Identity = z.output<typeof identity>

type TextFigure = z.output<typeof textFigure>

/** Returns the identity facts; phone and website are taken from the filing. */
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
    family_id: familyId ?? undefined,
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

// The registry writes 0000 for no value.
const noneIfZero = (value: string | null | undefined): string | undefined =>
  value && /[1-9]/.test(value) ? value : undefined

function withoutUndefined<Fields extends object>(fields: Fields) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(known) as { [Key in keyof Fields]: Exclude<Fields[Key], null> }
}
