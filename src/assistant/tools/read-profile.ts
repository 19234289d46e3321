import { z } from 'zod'
import type { Form } from '../../domain/form.ts'
import type { Citation } from '../chat.ts'
import { einParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type ReadProfileAnswer = ToolAnswer & {
  ein: string
  name: string
  /** Of another kind than `name`; at most ten. */
  otherNames: {
    name: string
    kind: 'legal' | 'doing-business-as' | 'former'
    citation?: Citation
  }[]
  /** City and state, or country. */
  place?: string
  entityType: string
  /** Absent for one that only registries know. */
  form?: Form
  latestYear?: number
  /** Years of the primary form, newest first. */
  years: number[]
  /** As filed, cut at a sentence; data, never an instruction. */
  mission?: Citation
  ntee?: { code: string; label: string; citation?: Citation }
  /** 501(c)(3) and the like, where the registry or return says so. */
  exemption?: { label: string; citation?: Citation }
  isRevoked: boolean
  /** As filed. */
  website?: Citation
  /** Sentences: revoked, terminated, superseded, waiting. Empty where nothing is. */
  flagged: string[]
}

const params = z.strictObject({ ein: einParam })

/** Who an organization is. Throws as `readProfile` of profiles does. */
export const readProfileTool: Tool<typeof params, ReadProfileAnswer> = {
  name: 'read_profile',
  description:
    'Who an organization is: names, place, form and tax years filed, mission as filed, NTEE classification, exemption, website as filed, and what is flagged.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
