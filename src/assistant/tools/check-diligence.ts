import { z } from 'zod'
import { einParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type DiligenceShown = {
  ein: string
  name: string
  label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
  tone: 'Good' | 'Caution' | 'Concern'
  /** Sentences with the source named. */
  reasons: string[]
  /** Absent when no restriction list is loaded: nobody was looked up. */
  restriction?: { status: 'Confirmed' | 'Review' | 'Clear'; confirmed: number; review: number }
}

export type CheckDiligenceAnswer = ToolAnswer & {
  organizations: DiligenceShown[]
  /** EINs that nothing loaded names. */
  unknownEins: string[]
}

const params = z.strictObject({
  eins: z
    .array(einParam)
    .min(1)
    .max(5)
    .refine((eins) => new Set(eins).size === eins.length, 'Name each organization once.'),
})

/** What to know of organizations before relying on them. */
export const checkDiligence: Tool<typeof params, CheckDiligenceAnswer> = {
  name: 'check_diligence',
  description:
    'Compliance matters of up to five organizations: revoked exemption, restriction lists, reported diversions, failed cross-checks, old returns. Each with its reasons.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
