import type { ComponentChildren } from 'preact'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { FlowRole } from '#src/figures/flow-lines.ts'
import type { GovernanceKey } from '#src/organizations/people/governance.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'

type Content = ComponentChildren

const ROLES: Record<FlowRole, string> = {
  total: 'Total',
  part: 'Part of the total',
  function: 'The same total, broken down by function',
  detail: 'Already included in another line',
  beside: 'Not added to the total',
}

const QUESTIONS: Record<GovernanceKey, string> = {
  boardSize: 'Voting members of the board',
  independentBoardMembers: 'Independent members',
  conflictOfInterestPolicy: 'Conflict of interest policy',
  whistleblowerPolicy: 'Whistleblower policy',
  documentRetentionPolicy: 'Document retention policy',
  boardMeetingMinutes: 'Minutes of board meetings',
  compensationReview: 'Review of executive pay',
  auditedFinancials: 'Audited financial statements',
  materialDiversion: 'Material diversion of assets',
  foreignActivities: 'Activities abroad',
  fundraisingActivities: 'Fundraising activities',
  relatedPartyTransactions: 'Transactions with related parties',
}

const CHECKED: Record<CheckedList['list'], string> = {
  Registry: 'IRS registry of exempt organizations',
  Revocations: 'IRS list of revoked exemptions',
  OFAC: 'OFAC sanctions lists',
  SAM: 'SAM.gov exclusions list',
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

const restOn = (rows: number) =>
  rows === 1
    ? '1 grant is based on an uncertain match'
    : `${countOf(rows, 'grant')} are based on uncertain matches`

const RANKS =
  'If lower is better, a rank of 4% means that about 96% of peers have a lower value. Ties count as half.'

/** Texts on an organization's page, in its charts, and on the page of one without filings. */
export const organizationTexts = {
  tabs: {
    name: 'Parts of this page',
    overview: 'Overview',
    money: 'Money',
    grants: 'Grants',
    people: 'People',
    rating: 'Rating and checks',
    filings: 'Filings',
  },
  leads: {
    title: (form: string, year: number) => `Four figures from ${form}, tax year ${year}`,
    trend: (label: string, points: string) => `${label} by tax year: ${points}`,
    since: (year: number) => `since ${year}`,
    change: (growth: Content) => <>{growth} from the year before</>,
    all: 'All figures, trends, and the flow of money',
  },
  hero: {
    status: 'Status',
    nameOnFiling: 'Name on the filing',
    onThisFiling: (name: Content) => <>On this filing: {name}</>,
    nameKinds: {
      legal: 'legal name',
      former: 'formerly',
    },
    moreNames: (count: number) => ` and ${countOf(count, 'more name')}`,
    ruling: 'Month of the IRS ruling',
    recognized: 'Recognized by the IRS',
    notInRegistry: 'not in the registry data loaded here',
    noRuling: 'month not listed',
    noMission: 'We found no mission or description.',
  },
  shown: {
    switch: 'Forms and years',
    others: 'Other years and forms',
    filing: (name: Content, ended: string, received: Content) => (
      <>
        This page shows <strong>{name}</strong> ({ended}
        {received && <>, received by the IRS on {received}</>}).
      </>
    ),
    notLatest: (latest: Content) => <>This is not the latest filing. {latest}</>,
    openLatest: (name: string) => `Open the latest: ${name}`,
    replaces: (count: number) =>
      count === 1
        ? 'It replaces an earlier return for the same period.'
        : `It replaces ${count} earlier returns for the same period.`,
  },
  verdict: {
    title: 'Rating',
    states: { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated here' },
    checks: 'What to check',
    onlyUnknown: 'Not fully checked',
    list: (list: CheckedList['list'], month: string | undefined, entries: number | undefined) => {
      const known = [month, entries && countOf(entries, 'entry', 'entries')].filter(Boolean)
      return `the ${CHECKED[list]}${known.length === 0 ? '' : ` (${known.join(', ')})`}`
    },
    noConcerns: (lists: readonly string[]) =>
      `We found no concerns in ${OR.format(['the latest return', ...lists])}.`,
    noMatch: (lists: readonly string[]) => `We found no match on ${OR.format(lists)}.`,
    restriction: 'Restriction list entry',
    revocation: 'Revocation list entry',
    reason: (number: number) => `reason ${number}`,
    failedChecks: 'Checks that failed',
    whyOf: (name: Content) => <> {name} has this result</>,
  },
  figures: {
    title: (form: string, year: number) => `Key figures from ${form}, tax year ${year}`,
    postcard: 'Form 990-N, the postcard for small organizations, reports no figures.',
    taxReturn:
      'Form 990-T reports the tax on unrelated business income. It does not report total revenue or expenses.',
    noDistribution: 'No distribution was required for the year.',
    // Lines 2 to 6 of Part XII, Undistributed Income, until 2020 Part XIII.
    undistributed:
      'Qualifying distributions first cover any amount left over from the year before. Excess distributions from earlier years also count toward the required amount. Undistributed income is the amount that the foundation must still pay out by the end of the next year.',
    noFunctions: (isMisread: boolean) =>
      `The program ratio is unknown because expenses by function are ${isMisread ? 'not readable' : 'not reported'}.`,
    noRatio: (form: string) =>
      `This ${form} does not include enough information to calculate a program ratio.`,
  },
  trends: {
    title: (form: string) => `${form}, year by year`,
    atYearEnd: ' at the end of the year',
    programShare: ': share of expenses spent on programs',
    unreadable: 'no readable value in any year',
    asTable: 'Show these figures as a table',
    shortYear: ' (short year)',
    prior: (year: number) => `from the ${year} return`,
    hollow: 'A hollow mark shows what the next year’s return says about the year before.',
    csv: 'Download all figures by year as CSV',
  },
  charts: {
    noFigure: 'no figure',
    bars: (title: string, count: number) => `${title}: bar chart of ${countOf(count, 'figure')}`,
    lines: (title: string, names: readonly string[], first: number, last: number) =>
      `${title}: line chart of ${names.join(' and ')}, ${first} to ${last}`,
    flow: (title: string, count: number) => `${title}: flow chart of ${countOf(count, 'amount')}`,
  },
  flow: {
    title: (year: number) => `Money flow in tax year ${year}`,
    all: 'Full money flow',
    chart: 'Where the money came from and how it was spent',
    cannotDraw:
      'We can’t draw the money flow, because total revenue or total expenses is missing, not readable, or zero.',
    asTables: 'Show these figures as tables',
    equal: 'Revenue and expenses were equal.',
    surplus: (difference: Content) => (
      <>Revenue was {difference} more than expenses. The chart shows the difference as a surplus.</>
    ),
    deficit: (difference: Content) => (
      <>
        Expenses were {difference} more than revenue. The chart shows the difference as a deficit.
      </>
    ),
    negative: (amounts: Content) => (
      <>The chart omits negative amounts, but the totals include them: {amounts}.</>
    ),
    unequal: (name: string, isPartial: boolean, parts: Content, total: Content) => (
      <>
        The {isPartial && 'readable '}lines that make up {name} add up to {parts}, but the filed
        total is {total}.
      </>
    ),
    fromReserves: 'Deficit, from reserves',
    others: (count: number) => `${count} other lines`,
    notReadable: 'On unreadable lines',
    notItemized: 'Not itemized',
    noLine: (title: string) => `The return lists no amounts for ${title.toLowerCase()}.`,
    roles: ROLES,
    chartByYear: 'Revenue, expenses, assets, and liabilities by tax year',
    byYear: 'Figures by tax year',
    overYears: 'Over the years',
    howCounted: 'How it counts',
  },
  rating: {
    title: 'How this score is calculated',
    all: 'Full rating with all inputs and their evidence',
    categories: 'Categories of the rating',
    asBar: 'Score as a bar',
    points: (label: string, points: number) => `${label}: ${points} of 100. See its metrics.`,
    unranked: 'Not compared with peers',
    unknown: (labels: string) =>
      `Unknown: ${labels}. A category’s score is the mean of its known metrics. A category with no known metrics adds no points.`,
    ranked: 'Ranked among peers',
    rank: 'Rank among peers',
    rankOf: (percent: number, size: number | undefined) =>
      size === undefined ? `${percent}%` : `${percent}% among ${countOf(size, 'peer')}`,
    rankMeaning: `100% is best. ${RANKS}`,
    peers: (label: string) => `Peers: ${label}.`,
    lowerIsBetter: 'lower is better',
    score: 'Rating, 0 to 100',
    inputs: 'All inputs',
    inputsOf: 'All rating inputs',
    inputsMeaning: `Each metric gets a score from 0 to 1, based on its value or on its rank among peers. ${RANKS} A category’s points are split equally among its known metrics. Unknown metrics are left out. A category with no known metrics adds no points.`,
    notCounted: 'Unknown:',
    policy: (version: string) => `Rating policy: ${version}.`,
    heads: {
      known: 'Metrics known',
      mean: 'Mean, 0 to 1',
      most: 'Maximum',
      rank: 'Rank, 100% is best',
      score: 'Score, 0 to 1',
    },
    group: (label: string, weight: number) => `${label}, up to ${weight} points`,
    notRanked: 'not ranked',
    notCompared: 'not compared with peers',
  },
  programs: {
    all: (count: number) => (count === 1 ? 'Full program description' : `All ${count} programs`),
    inFull: 'Full mission and programs',
    none: 'The return describes no programs.',
    expensesOf: (program: string) => `Expenses of ${program}`,
  },
  workPlaces: {
    title: 'Where it works',
    lead: (year: number) =>
      `The mission, the programs, and Schedule F of the return for ${year} name these places:`,
    named: (place: string) => `${place}, named in the return`,
    more: (count: number) => `; and ${count} more`,
  },
  people: {
    title: 'Leadership and pay',
    everyone: 'Everyone listed',
    all: (count: number) =>
      count === 1 ? 'The person listed' : `All ${formatCount(count)} people listed`,
    tooMany: 'The list of people is too long to sort by pay.',
    bestPaid: 'Highest-paid people',
    bestPaidOf: (unranked: number) =>
      unranked === 0
        ? 'Highest-paid of the people listed, by the sum of the columns'
        : `Highest-paid of the people listed (${unranked} not ranked because their pay is not readable)`,
    nameAndTitle: 'Name and title',
  },
  governance: {
    all: 'All questions and answers',
    notAsked: (form: string) => `${form} does not ask about most board policies.`,
    questions: QUESTIONS,
  },
  checks: {
    all: (count: number) =>
      count === 1 ? 'The check with both values' : `All ${count} checks, with both values`,
    result: (made: number, failed: number, passed: number) =>
      `${
        passed === made
          ? `${made === 1 ? 'One check' : `All ${made} checks`} passed.`
          : `${passed} of ${countOf(made, 'check')} passed. ${failed === 0 ? 'None' : failed} failed.`
      } Cross-checks compare values within the return, and with the return for the year before.`,
    inputs: 'see its inputs',
    compared: 'What was compared',
    rule: (tolerance: string, severity: string, rule: Content) => (
      <>
        Tolerance: {tolerance}. Severity if it fails: {severity}. Rule: {rule}.
      </>
    ),
  },
  grants: {
    title: 'Grants received and made',
    all: 'All grants listed in this filing',
    funders: 'Who funds it',
    grantees: 'Who it funds',
    noFunders:
      'No return loaded here lists a grant to this organization. Gifts from individuals and most government funding are not listed by name in tax filings.',
    noGrantees: 'We found no recipients of its grants among the organizations loaded here.',
    total: (count: number, amount: Content, covered: Content, weak: Content, shown: number) => (
      <>
        {countOf(count, 'identified organization')}
        {amount && <>, {amount} in total</>}
        {covered}
        {weak && <>, {weak}</>}
        {count > shown && `; the ${shown} largest:`}
      </>
    ),
    covered: (percent: number, given: Content) => (
      <>
        {' '}
        ({percent}% of the {given} that its returns list)
      </>
    ),
    weakAll: 'all of it is based on uncertain matches',
    weakAmount: (amount: Content) => <>{amount} is based on uncertain matches</>,
    weakRows: restOn,
    uncertain:
      'In an uncertain match, the filed EIN belongs to an organization with a different name, or only one funder lists it and no source loaded here knows it. The EIN may be wrong, or may belong to a fiscal sponsor or to another member of a group. Check the grant before you rely on it.',
    label: (name: string) => `Grants, ${name}`,
    ownRow: 'see the grant',
    limits:
      'Only funders whose returns are loaded are listed. Returns do not name individual donors.',
    largestRow: (rows: number) => `see the largest of ${formatCount(rows)} grants`,
  },
  awards: {
    title: 'Federal awards',
    unknown:
      'We could not match this organization to a federal identifier (UEI), so its awards are not known.',
    subawards: 'Subawards from other recipients',
    none: 'None in the data loaded here.',
    total: (count: number, shown: number) =>
      `${formatCount(count)} in total${count > shown ? `; the ${shown} largest:` : ''}`,
    matched: (link: Content) => (
      <>
        We match awards by the UEIs that federal single audits list for this EIN. A match can be
        wrong. To get complete lists, use the API with a key: {link}.
      </>
    ),
    matchedLink: 'awards and subawards',
    amountOf: (name: string) => `Amount of ${name}`,
    noNumber: 'without a number',
  },
  related: {
    title: 'Related organizations',
    all: (count: number) => (count === 1 ? 'Relationship details' : `All ${count} relationships`),
    noName: 'Name not reported',
    noEin: 'EIN not reported',
    byOther: ', according to its own return',
  },
  neighbors: {
    similar: 'Similar organizations',
    noSimilar: (error: string | undefined) =>
      error === 'NoDiscoveryEvidence'
        ? 'The filings contain no text to compare with other organizations.'
        : error === 'NoComparableCohort'
          ? 'We found no similar organization that files the same form.'
          : 'Similar organizations are not available now. Try again later.',
    compareFirst: (count: number) =>
      count === 1 ? 'Compare the two' : `Compare it with the first ${count}`,
    revenueOf: (revenue: Content, year: number) => (
      <>
        revenue {revenue} in {year}
      </>
    ),
    revenueLabel: (name: string, year: number) => `Revenue of ${name}, ${year}`,
    scoreLabel: (name: string, year: number | undefined) =>
      `Rating of ${name}${year === undefined ? '' : `, ${year}`}`,
    oldReturn: (year: number) => `old return, ${year}`,
    peers: 'Rated peers with the nearest revenue',
    chosen: (form: string, group: string | undefined) =>
      `The rating stores how its peers score, not their names. These are the rated ${form} filers ${
        group === undefined ? '' : `in ${group} `
      }with the nearest revenue in the current data.`,
    noPeers: (error: string | undefined) =>
      error === undefined
        ? 'We found no other rated organization of this kind.'
        : 'The list of peers is not available now. Try again later.',
    compare: 'Compare',
    compareWith: (name: string) => `Compare with ${name}`,
    heads: {
      name: 'Organization',
      state: 'State',
      revenue: 'Revenue',
      score: 'Score',
      compare: 'Side by side',
    },
  },
  sections: { title: 'Everything in this filing' },
  further: {
    title: 'Explore further',
    compare: (name: string) => `Compare ${name} with other organizations`,
    sameCause: (cause: string) => `Search for organizations with the same cause: ${cause}`,
    json: 'This page as JSON',
  },
  registeredOnly: {
    excluded: 'Filings excluded',
    noFilings: 'No filings',
    leadNoFilings: 'No filings: registered only',
    lag: 'This page is based on IRS lists, not on a filing.',
    whyExcluded: (ein: string) =>
      `All loaded filings of EIN ${ein} are excluded, so there are no figures, people, or ratings to show.`,
    whyNoFilings: (ein: string) =>
      `The IRS lists EIN ${ein}, but we have no return or postcard for it. There are no figures, people, or ratings to show.`,
    lists: 'What the IRS lists say',
    listed: 'where it is listed',
    deductibility: 'Deductibility (Publication 78)',
    title: (lead: string, name: string) => `${lead}: ${name}`,
  },
} as const
