import { crc32 } from 'node:zlib'
import { findWords } from '../vocabulary.ts'

// One feature a row: its name, and the lists or entries of vocabulary.tsv that it counts.
const COUNTED: readonly (readonly [name: string, ...entries: string[]])[] = [
  ['figure', 'figure'],
  [
    'ratioFigure',
    'figure:programRatio',
    'figure:administrativeRatio',
    'figure:fundraisingRatio',
    'figure:overheadRatio',
    'figure:costToRaiseADollar',
    'figure:missionDeploymentRate',
    'figure:reserveMonths',
    'figure:liabilitiesToAssets',
    'figure:officerCompensationShare',
    'figure:independentShare',
    'figure:distributionsToDistributableAmount',
  ],
  [
    'growthFigure',
    'figure:revenueGrowth',
    'figure:expenseGrowth',
    'figure:revenueGrowthThreeYears',
    'figure:programExpenseGrowthThreeYears',
  ],
  ['unfiled', 'unfiled'],
  ['policy', 'policy'],
  ['identity', 'fact'],
  [
    'standing',
    'fact:deductible',
    'fact:exemption',
    'fact:revoked',
    'fact:sanctions',
    'fact:standing',
  ],
  ['mission', 'fact:mission', 'fact:ntee'],
  ['checks', 'fact:checks', 'fact:leadershipFacts'],
  ['role', 'role'],
  ['leader', 'role:ceo', 'role:cfo', 'role:treasurer', 'role:secretary', 'role:chair', 'role:coo'],
  ['board', 'role:board', 'role:independent'],
  ['person', 'role:person', 'role:tenure'],
  ['bestPaid', 'role:bestPaid', 'role:contractors'],
  ['pay', 'pay'],
  ['gives', 'direction:gives'],
  ['receives', 'direction:receives'],
  ['between', 'direction:between', 'direction:common'],
  ['prospective', 'direction:prospective', 'direction:unsolicited'],
  ['purpose', 'direction:purpose', 'direction:places'],
  ['grant', 'direction:grant'],
  ['money', 'direction:money'],
  ['award', 'award:award'],
  ['subaward', 'award:subaward', 'award:agency'],
  ['returns', 'document:returns'],
  ['document', 'document'],
  ['amendment', 'document:amendment'],
  ['source', 'document:source'],
  ['rating', 'rating:rating', 'rating:ratingPart'],
  ['good', 'rating:good', 'rating:change', 'feature:advice'],
  ['highest', 'feature:highest'],
  ['lowest', 'feature:lowest'],
  ['more', 'feature:more'],
  ['compare', 'feature:compare'],
  ['both', 'feature:both'],
  ['ratio', 'feature:ratio'],
  ['trend', 'feature:trend'],
  ['previous', 'feature:previous', 'feature:next'],
  ['bestYear', 'feature:bestYear'],
  ['why', 'feature:why'],
  ['compute', 'feature:compute'],
  ['define', 'feature:define'],
  ['what', 'feature:what'],
  ['howTo', 'feature:howTo'],
  ['count', 'feature:count'],
  ['howMuch', 'feature:howMuch'],
  ['who', 'feature:who'],
  ['where', 'feature:where', 'feature:when'],
  ['which', 'feature:which'],
  ['list', 'feature:list'],
  ['find', 'feature:find'],
  ['sector', 'feature:sector'],
  ['similar', 'feature:similar'],
  ['forecast', 'feature:forecast'],
  ['help', 'feature:help'],
  ['followup', 'feature:followup', 'feature:reference'],
  ['many', 'group:many'],
  ['one', 'group:one'],
  ['cause', 'group:cause'],
  ['chat', 'out:chat', 'out:code', 'out:system', 'out:foreign'],
  ['world', 'out:world', 'out:market', 'out:weather'],
  ['private', 'out:personal', 'out:jobs', 'out:start'],
  ['opinion', 'out:opinions', 'out:outcomes'],
]

const MASKS = ['ORG', 'PERSON', 'YEAR', 'AMOUNT', 'PLACE'] as const
const YES_OR_NO = /^(is|are|was|were|do|does|did|has|have|can|could|any)\b/

// Features that mean something else together.
const TOGETHER: readonly (readonly [name: string, ...features: string[]])[] = [
  ['unnamedHighest', 'unnamed', 'highest'],
  ['unnamedLowest', 'unnamed', 'lowest'],
  ['unnamedMany', 'unnamed', 'many'],
  ['unnamedFigure', 'unnamed', 'figure'],
  ['unnamedSector', 'unnamed', 'sector'],
  ['unnamedWhat', 'unnamed', 'what'],
  ['unnamedHowTo', 'unnamed', 'howTo'],
  ['severalFigure', 'severalORG', 'figure'],
  ['severalMoney', 'severalORG', 'money'],
  ['severalGives', 'severalORG', 'gives'],
  ['severalMore', 'severalORG', 'more'],
  ['trendFigure', 'trend', 'figure'],
  ['trendYear', 'trend', 'YEAR'],
  ['policyYesOrNo', 'policy', 'yesOrNo'],
  ['payRole', 'pay', 'role'],
  ['followupShort', 'followup', 'short'],
]

// Words and pairs of words share this many places; what one of them weighs.
const BUCKETS = 1_024
const BUCKET = 0.5

/** The names of the features before those of words, in order. */
export const FEATURES: readonly string[] = [
  ...COUNTED.map(([name]) => name),
  ...MASKS,
  'severalORG',
  'severalYEAR',
  'unnamed',
  'yesOrNo',
  'short',
  ...TOGETHER.map(([name]) => name),
]

/** Returns the features of a masked text: FEATURES, each 0 or 1, then its words and pairs of words. */
export function featuresOf(masked: string): number[] {
  const entries = new Set(findWords(masked).flatMap(({ list, key }) => [list, `${list}:${key}`]))
  const times = (mask: string) => masked.split(new RegExp(`\\b${mask}\\b`)).length - 1
  const found = new Set([
    ...COUNTED.flatMap(([name, ...any]) => (any.some((entry) => entries.has(entry)) ? [name] : [])),
    ...MASKS.filter((mask) => times(mask) > 0),
    ...(times('ORG') > 1 ? ['severalORG'] : []),
    ...(times('YEAR') > 1 ? ['severalYEAR'] : []),
    ...(times('ORG') + times('PERSON') === 0 ? ['unnamed'] : []),
    ...(YES_OR_NO.test(masked) ? ['yesOrNo'] : []),
    ...(masked.split(/\s+/).length < 5 ? ['short'] : []),
  ])
  for (const [name, ...all] of TOGETHER) if (all.every((one) => found.has(one))) found.add(name)
  return [...FEATURES.map((name) => (found.has(name) ? 1 : 0)), ...bucketsOf(masked)]
}

function bucketsOf(masked: string): number[] {
  const buckets = new Array<number>(BUCKETS).fill(0)
  const words = ['^', ...(masked.match(/[A-Za-z0-9']+/g) ?? []), '$']
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (at > 0 && next !== undefined) buckets[crc32(word) % BUCKETS] = BUCKET
    if (next !== undefined) buckets[crc32(`${word} ${next}`) % BUCKETS] = BUCKET
  }
  return buckets
}
