import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { integer, oneOf, queryText } from '../parameters.ts'
import { searchHit } from './search-schema.ts'

/** Parameters of `GET /api/v2/charity/{ein}/discovery` (interface part 4.1). */
export const discoveryQuery = z.strictObject({
  Form: oneOf(
    FORMS,
    "The cohort: organizations that mainly file this form. When left out, that of the profile's own primary form; of every form where it has none.",
  ).optional(),
  Intent: queryText(
    "What to compare by, in words; the profile's own cause when left out. Form, size and operation stay the profile's.",
  ).optional(),
  Limit: integer({ min: 1, max: 25, fallback: 6, description: 'Organizations to answer with.' }),
})

const ownText = z.strictObject({
  Source: z.enum(['Mission', 'Program', 'Website', 'Classification']),
  Text: z.string(),
  EvidenceRef: z.string().optional(),
})

/** Interface part 2.1, DiscoveryResults. */
export const discoveryResults = z
  .strictObject({
    Intent: z
      .union([z.string(), ownText])
      .describe("The text compared by: as given, or the profile's own with where it is filed."),
    PolicyVersion: z.string(),
    Weights: z.record(z.string(), z.number()),
    Organizations: z.array(searchHit),
  })
  .meta({ id: 'DiscoveryResults' })
export type DiscoveryResults = z.output<typeof discoveryResults>
