import { z } from 'zod'
import { ENTITY_TYPES } from '../../domain/form.ts'
import { numberFigure, src, textFigure } from './figure.ts'

const address = z
  .strictObject({
    street: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    zip: z.string().optional(),
    country: z.string().optional().describe('ISO 3166, two letters.'),
    ref: z.string().optional(),
    _src: src,
  })
  .meta({ id: 'AddressB' })

const revocation = z
  .strictObject({
    revoked_on: textFigure,
    posted_on: textFigure.optional(),
    reinstated_on: textFigure.optional(),
    _src: src,
  })
  .meta({ id: 'RevocationB' })

/** Facts of the IRS's lists, each with its code and what the code means. */
const registry = z
  .strictObject({
    subsection: textFigure.optional(),
    ruling_month: textFigure.optional().describe('Month of the exemption ruling, YYYY-MM.'),
    ntee: textFigure.optional(),
    deductibility: textFigure.optional(),
    foundation: textFigure.optional(),
    group_exemption: textFigure.optional(),
    status: textFigure.optional().describe('Code of the exemption, such as 01, unconditional.'),
    tax_period: textFigure.optional().describe('Period of the latest return, YYYYMM.'),
    asset_amount: numberFigure.optional().describe('Of that return, as the registry has it.'),
    income_amount: numberFigure.optional(),
    revenue_amount: numberFigure.optional(),
    publication_78: textFigure.optional().describe('Deductibility codes of Publication 78.'),
    revocations: z.array(revocation),
    _src: src,
  })
  .meta({ id: 'RegistryFacts' })

export const identity = z
  .strictObject({
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
    website: z
      .strictObject({
        value: z.string().describe('As filed.'),
        url: z.string().optional().describe('The address to open; absent for "N/A" and the like.'),
        ref: z.string(),
        _src: src,
      })
      .optional(),
    phone: textFigure.optional(),
    entity_type: z.enum(ENTITY_TYPES),
    role: z.enum(['Central', 'Member', 'Independent']),
    family_id: z.string().optional(),
    revoked: z.boolean().describe('Whether recognition is revoked and not reinstated.'),
    registry,
    _src: src,
  })
  .meta({ id: 'IdentityB' })
export type Identity = z.output<typeof identity>
