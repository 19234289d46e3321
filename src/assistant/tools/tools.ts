import type { z } from 'zod'
import type { AssistantDeps } from '../deps.ts'
import { checkDiligence } from './check-diligence.ts'
import { checkReturn } from './check-return.ts'
import { compareOrganizations } from './compare-organizations.ts'
import { explainRating } from './explain-rating.ts'
import { findOrganization } from './find-organization.ts'
import { listAwards } from './list-awards.ts'
import { listFunders, listGrantees } from './list-counterparties.ts'
import { readFigures } from './read-figures.ts'
import { readLeadershipTool } from './read-leadership.ts'
import { readProfileTool } from './read-profile.ts'
import { readSector } from './read-sector.ts'
import { readSeries } from './read-series.ts'
import { recoverSearchTool } from './recover-search.ts'
import { searchByCause } from './search-by-cause.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** A tool behind which its types are closed: what a model backend calls by name. */
export type AnyTool = Pick<Tool, 'name' | 'description' | 'params'> & {
  /** Reads what a caller sent; throws z.ZodError where that is not what `params` asks for. */
  call: (deps: AssistantDeps, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>
}

const close = <Params extends z.ZodType, Answer extends ToolAnswer>({
  name,
  description,
  params,
  run,
}: Tool<Params, Answer>): AnyTool => ({
  name,
  description,
  params,
  // Async, so that a fault of the input is a rejection as well.
  call: async (deps, input, signal) => run(deps, params.parse(input), signal),
})

/** Every operation of the assistant; typed ones are imported from their own files. */
export const TOOLS: readonly AnyTool[] = [
  close(findOrganization),
  close(readProfileTool),
  close(readFigures),
  close(readSeries),
  close(compareOrganizations),
  close(explainRating),
  close(readLeadershipTool),
  close(listFunders),
  close(listGrantees),
  close(listAwards),
  close(checkDiligence),
  close(checkReturn),
  close(searchByCause),
  close(readSector),
  close(recoverSearchTool),
]

/** The operation of a name; undefined for one that there is not. */
export const toolOf = (name: string): AnyTool | undefined =>
  TOOLS.find((tool) => tool.name === name)
