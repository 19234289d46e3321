import { grantsByYear } from './grants-by-year.ts'
import { peerFunders } from './peer-funders.ts'

/** The lists about an organization, in the order of the reference. */
export const LISTS = [grantsByYear, peerFunders]
