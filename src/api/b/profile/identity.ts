import { z } from 'zod'
import { formatRef, toRef } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { ENTITY_TYPES } from '#src/domain/form.ts'
import { describeRegistryCode, registryMonth } from '#src/domain/registry-codes.ts'
import type { BMF_COLUMNS } from '#src/domain/source-columns.ts'
import { readWebsite } from '#src/domain/website.ts'
import type { Filing, Organization } from '#src/organizations/organization.ts'
import { component, optionalObject } from '../../shared/schemas.ts'
import { numberFigure, textFigure } from '../figure.ts'

const address = component('AddressB', {
  street: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zip: z.string().optional(),
  country: z.string().optional(),
  ref: z.string().optional(),
})

const revocation = component('RevocationB', {
  revokedOn: textFigure,
  postedOn: textFigure.optional(),
  reinstatedOn: textFigure.optional(),
})

/** Facts of the IRS lists, each with its code and the meaning of the code. */
const registry = component('RegistryFacts', {
  subsection: textFigure.optional(),
  rulingMonth: textFigure.optional(),
  ntee: textFigure.optional(),
  deductibility: textFigure.optional(),
  foundation: textFigure.optional(),
  groupExemption: textFigure.optional(),
  status: textFigure.optional(),
  taxPeriod: textFigure
    .optional()
    .describe('Tax period of the latest return in the registry, YYYYMM.'),
  assetAmount: numberFigure.optional(),
  incomeAmount: numberFigure.optional(),
  revenueAmount: numberFigure.optional(),
  publication_78: textFigure.optional(),
  revocations: z.array(revocation),
})

export const identity = component('IdentityB', {
  name: textFigure,
  otherNames: z.array(
    z.strictObject({
      value: z.string(),
      kind: z.enum(['legal', 'doing-business-as', 'former']),
      ref: z.string(),
    }),
  ),
  address: address.optional(),
  website: optionalObject({
    value: z.string(),
    url: z.string().optional(),
    ref: z.string(),
  }),
  phone: textFigure.optional(),
  entityType: z.enum(ENTITY_TYPES),
  role: z.enum(['Central', 'Member', 'Independent']),
  familyId: z.string().optional(),
  isRevoked: z.boolean(),
  registry,
})
/** Returns the identity facts; phone and website are taken from the filing. */
export function toIdentity(organization: Organization, filing?: Filing) {
  const { street, city, state, zip, country, addressRef } = organization
  const address = { street, city, state, zip, country, ref: addressRef }
  const website = filing && filedText(filing, 'website')
  return {
    ...organization,
    name: { value: organization.name, ref: organization.nameRef },
    otherNames: organization.names.map(({ name: value, ...known }) => ({ value, ...known })),
    address: Object.values(address).some((part) => part !== null) ? address : undefined,
    website: website && { ...website, url: readWebsite(website.value) },
    phone: filing && filedText(filing, 'filerPhone'),
    registry: toRegistry(organization),
  }
}

function filedText(filing: Filing, key: FactKey) {
  const fact = filing.facts[key]
  return fact && { value: String(fact.value), ref: toRef({ ...filing, path: fact.path }) }
}

function toRegistry({ ein, registry, publication78, revocations }: Organization) {
  const cite = (column: keyof typeof BMF_COLUMNS) =>
    formatRef({ kind: 'bmf', asOf: registry?.asOf ?? '', ein, column })
  const code = (column: keyof typeof BMF_COLUMNS, value: string | null | undefined) =>
    value
      ? { value, label: describeRegistryCode(column, value)?.meaning, ref: cite(column) }
      : undefined
  const amount = (column: keyof typeof BMF_COLUMNS, value: number | null | undefined) =>
    typeof value === 'number' ? { value, unit: 'USD', ref: cite(column) } : undefined
  return {
    subsection: code('SUBSECTION', registry?.subsection),
    rulingMonth: code('RULING', registryMonth(registry?.ruling ?? null) && registry?.ruling),
    ntee: code('NTEE_CD', registry?.nteeCode),
    deductibility: code('DEDUCTIBILITY', registry?.deductibility),
    foundation: code('FOUNDATION', registry?.foundation),
    groupExemption: code('GROUP', noneIfZero(registry?.groupExemption)),
    status: code('STATUS', registry?.status),
    taxPeriod: code('TAX_PERIOD', registry?.taxPeriod),
    assetAmount: amount('ASSET_AMT', registry?.assetAmount),
    incomeAmount: amount('INCOME_AMT', registry?.incomeAmount),
    revenueAmount: amount('REVENUE_AMT', registry?.revenueAmount),
    publication_78: publication78 && {
      value: publication78.deductibilityCodes.join(','),
      ref: formatRef({
        ...{ kind: 'pub78', asOf: publication78.asOf, ein },
        column: 'DeductibilityStatus',
      }),
    },
    revocations: revocations.map(({ revokedOn, postedOn, reinstatedOn }) => {
      const cited = (column: string, value: string) => ({
        value,
        ref: formatRef({ kind: 'revocation', ein, revokedOn, column }),
      })
      return {
        revokedOn: cited('RevocationDate', revokedOn),
        postedOn: postedOn === null ? null : cited('PostingDate', postedOn),
        reinstatedOn: reinstatedOn === null ? null : cited('ReinstatementDate', reinstatedOn),
      }
    }),
  }
}

// The registry writes 0000 for no value.
const noneIfZero = (value: string | null | undefined): string | undefined =>
  value && /[1-9]/.test(value) ? value : undefined
