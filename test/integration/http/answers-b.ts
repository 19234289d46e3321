import { expect } from 'vitest'
import type { z } from 'zod'
import { blockRoute, blocksRoute, coreRecordRoute } from '#src/api/b/blocks.ts'
import { type EvidenceRegistry, sourceOf } from '#src/api/b/evidence.ts'
import { metricsData, summaryRoute } from '#src/api/b/metrics.ts'
import { envelope } from '#src/api/b/operation.ts'
import { profileRoute } from '#src/api/b/profile/route.ts'
import { ratingsRoute } from '#src/api/b/ratings.ts'
import {
  contradictionsRoute,
  flowsRoute,
  leadershipRoute,
  relatedRoute,
} from '#src/api/b/sections.ts'
import { parseRef } from '#src/domain/evidence.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { resolveSource } from './resolve-source.ts'

/** Every deep-dive operation that takes only an EIN, with the schema of its data. */
export const OPERATIONS = {
  profile: profileRoute.data,
  summary: summaryRoute.data,
  metrics: metricsData,
  flows: flowsRoute.data,
  leadership: leadershipRoute.data,
  related: relatedRoute.data,
  ratings: ratingsRoute.data,
  contradictions: contradictionsRoute.data,
  blocks: blocksRoute.data,
} as const

export const blockData = blockRoute.data
export const coreData = coreRecordRoute.data

/** Returns the data of a successful response, checked against its schema. */
export function readData<Data extends z.ZodType>(
  { status, body }: { status: number; body: unknown },
  schema: Data,
): z.output<Data> {
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
  const { data } = envelope(schema as z.ZodType).parse(body) as { data: z.output<Data> }
  return data
}

type Answers = { [Name in keyof typeof OPERATIONS]: z.output<(typeof OPERATIONS)[Name]> }

/** Returns the data of an operation about an organization. */
export async function openB<Name extends keyof Answers>(
  world: Pick<ProfilesWorld, 'get'>,
  ein: string,
  name: Name,
  query = '',
): Promise<Answers[Name]> {
  const answer = await world.get(`/api/v2/charity/${ein}/${name}${query}`)
  return readData(answer, OPERATIONS[name]) as Answers[Name]
}

/** A value, or the score of a rating, with a Ref and its path in the data. */
export type Placed = {
  path: string
  value?: unknown
  score?: unknown
  ref: string
  derived_from?: string[]
}

/** Returns every object in a response with a Ref. */
export function collectFigures(value: unknown, path = ''): Placed[] {
  if (typeof value !== 'object' || value === null) return []
  const own = value as Record<string, unknown>
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const below = Object.entries(own).flatMap(([name, child]) =>
    path === '' && (name === 'evidence' || name === 'content')
      ? []
      : collectFigures(child, at(name)),
  )
  return typeof own.ref === 'string' ? [{ ...(own as Placed), path }, ...below] : below
}

/**
 * Checks that each figure's source, in the documented order, is the filing and schedule of its Ref;
 * a derived figure's is that of the first of its input Refs that has one. Returns the figures.
 */
export function expectSources(data: { evidence: EvidenceRegistry }): Placed[] {
  const figures = collectFigures(data)
  for (const { path, ref, derived_from = [] } of figures) {
    const isDerived = parseRef(ref)?.kind === 'derived'
    // A score's inputs may all be derived figures.
    const named = isDerived ? derived_from.find((from) => sourceOf(from)) : ref
    const key = resolveSource(data, path)
    const source = data.evidence.sources[key ?? '']
    if (named !== undefined) expect(source, `${path} ${ref} → ${key}`).toEqual(sourceOf(named))
    if (isDerived) expect(derived_from.length, ref).toBeGreaterThan(0)
  }
  return figures
}
