import { organizationsPart } from './documents/organizations-part.ts'
import { grantsPart } from './grants-part.ts'
import type { IndexPart } from './part.ts'
import { peoplePart } from './people-part.ts'
import { sectorPart } from './sector/compute-sector.ts'

/** The indices of a set, in the order in which they are built. */
export const PARTS: readonly IndexPart[] = [organizationsPart, sectorPart, peoplePart, grantsPart]
