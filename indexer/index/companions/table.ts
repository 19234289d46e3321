import { grantsCompanion } from '../grants/grants-companion.ts'
import { peopleCompanion } from '../people/people-companion.ts'
import { sectorCompanion } from '../sector/sector-companion.ts'
import type { Companion } from './companion.ts'

/** The companions of each organizations index, in the order in which they are built. */
export const COMPANIONS: readonly Companion[] = [sectorCompanion, peopleCompanion, grantsCompanion]
