import { listAwards } from './money/awards.ts'
import { grantsByYear, listFunders, listGrantees, peerFunders } from './money/counterparties.ts'
import { fundersForCohort, getMoneyNetwork, listGrants, searchGrantsTool } from './money/grants.ts'
import { checkReturn } from './organization/checks.ts'
import { compareOrganizationsTool } from './organization/comparison.ts'
import { checkDiligence } from './organization/diligence.ts'
import { getEvidence } from './organization/evidence.ts'
import { readFigures, readSeries } from './organization/figures.ts'
import { filingChanges } from './organization/filing-changes.ts'
import { peopleOverTime, readLeadershipTool } from './organization/leadership.ts'
import { getProfile, listFilings, readProfileTool } from './organization/profile.ts'
import { explainRating } from './organization/rating.ts'
import { getSection } from './organization/sections.ts'
import { searchPeopleTool } from './search/people.ts'
import { resolveOrganization } from './search/resolve.ts'
import {
  discoverOrganizations,
  findSimilar,
  recoverSearchTool,
  searchByName,
} from './search/search.ts'
import { sectorStats, topLists } from './sector.ts'
import { textAt } from './text.ts'
import type { OperationTool, Tool, ToolAnswer, ToolDeps } from './tool.ts'

const usage: OperationTool = {
  name: 'usage',
  description:
    'Returns how much of your key’s daily allowances you have used and when they reset. Costs nothing.',
  operation: {
    title: 'Daily allowances',
    path: '/api/v2/usage',
    arguments: {},
    toText: (response) => [
      `Tier ${textAt(response, 'Tier')}, ${textAt(response, 'Day')} (UTC):`,
      ...['Data', 'Advanced'].map(
        (name) =>
          `- ${name}: ${textAt(response, name, 'Used')} of ${textAt(response, name, 'Limit')} used, ${textAt(response, name, 'Remaining')} left`,
      ),
      `Both reset at ${textAt(response, 'ResetAt')}.`,
    ],
  },
}

/** Every tool for agents, in the order in which MCP lists them. */
export const TOOLS: readonly (Tool | OperationTool)[] = [
  resolveOrganization,
  searchByName,
  discoverOrganizations,
  searchPeopleTool,
  peopleOverTime,
  getProfile,
  getSection,
  getEvidence,
  listFilings,
  filingChanges,
  getMoneyNetwork,
  listGrants,
  searchGrantsTool,
  listGrantees,
  listFunders,
  grantsByYear,
  fundersForCohort,
  peerFunders,
  listAwards,
  checkDiligence,
  compareOrganizationsTool,
  findSimilar,
  sectorStats,
  topLists,
  usage,
  readProfileTool,
  readFigures,
  readSeries,
  explainRating,
  readLeadershipTool,
  checkReturn,
  recoverSearchTool,
]

/** The tools MCP serves: those with an operation. */
export const OPERATION_TOOLS = TOOLS.filter(
  (tool): tool is OperationTool => tool.operation !== undefined,
)

/** The tools a model backend may call: those that run in process. */
export const MODEL_TOOLS = TOOLS.filter((tool): tool is Tool => 'run' in tool)

export const operationTool = (name: string): OperationTool | undefined =>
  OPERATION_TOOLS.find((tool) => tool.name === name)

export const modelTool = (name: string): Tool | undefined =>
  MODEL_TOOLS.find((tool) => tool.name === name)

/** Runs a tool on unvalidated input. Throws z.ZodError if the input is not valid. */
export const runTool = async (
  tool: Tool,
  deps: ToolDeps,
  json: unknown,
  signal: AbortSignal,
): Promise<ToolAnswer> => tool.run(deps, tool.input.parse(json), signal)
