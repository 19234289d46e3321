import type { OpenAPIV3_1 } from 'openapi-types'

type Group = { name: string; description: string; operations: readonly string[] }

/** Operations by what they are for, in the order of the reference. */
export const GROUPS: readonly Group[] = [
  {
    name: 'Search',
    description: 'Find organizations by name, EIN or what they do.',
    operations: ['searchOrganizations', 'discoverSimilarOrganizations'],
  },
  {
    name: 'Organizations',
    description: 'Pages, sections and filings of one organization, and several side by side.',
    operations: [
      'getCharityPage',
      'getCharitySection',
      'listCharityFilings',
      'getBrandIcon',
      'compareOrganizations',
      'summarizeDiligence',
    ],
  },
  {
    name: 'Deep dives',
    description:
      'One organization, one question each, in the envelope of surface B: every figure names its source.',
    operations: [
      'readProfile',
      'readSummary',
      'readMetrics',
      'readFlows',
      'readContradictions',
      'readLeadership',
      'readRelated',
      'readRatings',
      'listBlocks',
      'readBlock',
      'readCoreRecord',
      'readCoreRecordV2',
    ],
  },
  {
    name: 'Network',
    description: 'Who funds whom: grants, other money and federal awards.',
    operations: [
      'getMoneyNetwork',
      'listGrants',
      'listGrantees',
      'listFunders',
      'rankCohortFunders',
      'listAwards',
      'listSubawards',
    ],
  },
  {
    name: 'Sector',
    description: 'Sums and top lists over all organizations.',
    operations: ['getStats', 'getTopLists'],
  },
  {
    name: 'Data',
    description: 'All hits of a search as a table, what changed, and where the data comes from.',
    operations: ['exportOrganizations', 'listChanges', 'listSources'],
  },
  {
    name: 'Assistant',
    description: 'Questions in plain English, each figure of an answer with its evidence.',
    operations: ['streamAssistantChat', 'getAssistantCapabilities'],
  },
  {
    name: 'Operators',
    description: 'Write to whoever runs the service, and see what is left of an allowance.',
    operations: ['askAboutOrganization', 'giveFeedback', 'getUsage', 'getHealth'],
  },
]

const GROUP_OF = new Map(
  GROUPS.flatMap(({ name, operations }) => operations.map((operation) => [operation, name])),
)

/**
 * The document with operations tagged by what they are for. The surface, whose form an answer has,
 * begins the description and stands in `x-surface`.
 */
export function groupOperations(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const item of Object.values(document.paths ?? {})) {
    // No path has both.
    const operation = item?.get ?? item?.post
    if (!operation) continue
    const { operationId = '', tags = [], description = '' } = operation
    const surfaces = tags.map((tag) => tag.replace('Surface ', ''))
    const group = GROUP_OF.get(operationId)
    operation.tags = group === undefined ? tags : [group]
    operation.description = `*Surface ${surfaces.join(' and ')}.* ${description}`.trim()
    Object.assign(operation, { 'x-surface': surfaces })
  }
  return { ...document, tags: GROUPS.map(({ name, description }) => ({ name, description })) }
}
