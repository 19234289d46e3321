import { z } from 'zod'
import { resolveEvidence } from '../../profiles/evidence/resolve-evidence.ts'
import { openFiler } from '../../profiles/open-profile.ts'
import type { Citation } from '../chat.ts'
import { known } from './cite.ts'
import { isErrorOf } from './not-found.ts'
import { einParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type ReadEvidenceAnswer = ToolAnswer & {
  /** The values that the Refs name, in their order; rows and what is gone are left out. */
  values: { label: string; unit?: string; citation: Citation }[]
}

const params = z.strictObject({ ein: einParam, refs: z.array(z.string().max(1_000)).min(1).max(4) })

/** What single Refs hold, such as the operands of a computed figure. Throws ProfileNotFound. */
export const readEvidence: Tool<typeof params, ReadEvidenceAnswer> = {
  name: 'read_evidence',
  description:
    'The values that up to four Refs of an organization hold, such as those a computed figure was derived from.',
  params,
  run: async (deps, { ein, refs }, signal) => {
    const organization = await openFiler(deps, ein)
    signal.throwIfAborted()
    const read = refs.map(async (ref) => {
      try {
        const { value, label, unit, evidence } = await resolveEvidence(deps, organization, ref)
        if (value === undefined || label === undefined) return undefined
        const citation = { ein, label, value, evidence }
        return { label, ...(unit !== undefined && { unit }), citation }
      } catch (error) {
        if (isErrorOf(error, 404)) return undefined
        throw error
      }
    })
    const values = known(await Promise.all(read))
    return { values, citations: values.map(({ citation }) => citation), counted: [] }
  },
}
