import { nameOnA } from '../api/shared/skin.ts'
import { FIGURE_KEYS } from '../figures/figures.ts'
import { SECTION_IDS } from '../organizations/sections/section.ts'
import { awards, grants, money } from './money-tools.ts'
import { sectionView } from './section-view.ts'
import { asIs, CHARITY, EIN, eins, LIMIT, PAGED, PARTY, type Tool } from './tool.ts'
import {
  comparedView,
  countsView,
  evidenceView,
  linesView,
  NEXT,
  payView,
  ratingView,
  registryView,
  sectorView,
} from './views.ts'

const search: Tool = {
  name: 'search',
  title: 'Find organizations',
  description:
    'Finds organizations by name, EIN, or plain words about cause, place, size, and order, such as “food banks in Ohio over $5M by rating”; lists place, figures, and rating of each. Call it first if you have no EIN. SimilarTo lists organizations like one.',
  operations: [
    {
      when: { SimilarTo: true },
      path: `${CHARITY}/discovery`,
      arguments: {
        SimilarTo: { ...EIN, description: 'EIN of an organization.' },
        ...asIs('Form'),
        Limit: { ...LIMIT, fallback: 5 },
      },
      view: [
        `each Organizations: {#}. ${PARTY}: {Explanation}`,
        'none Organizations: No similar organizations were found.',
      ],
    },
    {
      path: '/api/v2/search',
      arguments: {
        Query: { parameter: 'q', isRequired: true },
        ...asIs('Sort=sort Order=order State=state'),
        Limit: { ...LIMIT, parameter: 'limit', fallback: 5 },
        ...asIs('Page=page'),
      },
      view: [
        'each data.interpretation.phrases: Read as a filter: “{phrase}”, {meaning}.',
        'each data.interpretation.not_understood: Not used: “{phrase}”. {why}',
        '{data.total|organization} found.',
        'each data.results: {#}. {name|name} (EIN {ein|ein}[, {city|place}][, {state|place}])[, {cause.label}][, revenue {financials.total_revenue.value|dollars|financials.total_revenue.ref} in tax year {financials.total_revenue.tax_year}][, assets {financials.total_assets.value|dollars|financials.total_assets.ref}][, program ratio {program_ratio.value|percent|program_ratio.ref}][, rating {rating.score|score|rating.ref}[ ({rating.band})|| (its return is too old to judge by)]][{revoked|hidden}, exemption revoked][: {explanation}[ {match.value|passage|match.ref}]]',
        'none data.results: Try fewer or other words. For a person, call people; for a purpose of grants, grants.',
        '[For more, repeat the call with the next Page.{data.has_more|hidden}]',
      ],
    },
  ],
  examples: [{ Query: 'food banks in Ohio over $5M by rating' }, { Query: 'turkana wells' }],
}

const organizations: Tool = {
  name: 'organizations',
  title: 'Read an organization',
  description:
    'Returns the profile of an organization: mission, place, contact, deductibility, main figures, rating, and its sections. With Section, returns the values and rows of one section, such as the policies in Governance; with Registry, what IRS lists say, also without a return; with EINs, checks up to 25 organizations for sanctions, revoked exemptions, and old returns.',
  operations: [
    {
      when: { EINs: true },
      path: '/api/v2/charity/diligence-summary',
      arguments: { EINs: eins(25, 'EINs to check.') },
      view: [
        `each Organizations: - [${PARTY}: {Readiness.Label}[, rating {Rating.Score|score}][, latest return for tax year {LatestYear}].[ {Readiness.ReviewReasons|list}]||EIN {EIN|ein}: not checked, because no loaded source has it.]`,
      ],
    },
    {
      when: { Section: true },
      path: `${CHARITY}/sections/{SectionId}`,
      arguments: {
        EIN,
        Section: {
          parameter: 'SectionId',
          isRequired: true,
          description: `One of ${SECTION_IDS.join(', ')}.`,
        },
        ...asIs('Form Year'),
        ...PAGED,
      },
      view: sectionView,
    },
    {
      when: { Registry: 'yes' },
      path: `${CHARITY}/profile`,
      arguments: { EIN, Registry: { words: ['yes'], description: 'Returns what IRS lists say.' } },
      view: registryView,
    },
    {
      path: `${CHARITY}/page`,
      arguments: { EIN, ...asIs('Form Year') },
      view: [
        '{Hero.Name|name} (EIN {Hero.EIN|ein}[, {Hero.Location.City|place}][, {Hero.Location.State|place}]), Form {Hero.Form}, tax year {Hero.Year}.',
        '[Mission: {Hero.Mission|quoted|Hero.EvidenceRefs.Mission.Ref}]',
        ['Revenue', 'Expense', 'Assets', 'Liabilities']
          .map(
            (figure) =>
              `${figure}: {Hero.Financials.${figure}|dollars|Hero.EvidenceRefs.Financials.${figure}.Ref}`,
          )
          .join('; '),
        '[Address: {Hero.Contact.Address.Street|quoted}[, {Hero.Contact.Address.City|place}][, {Hero.Contact.Address.State|place}][ {Hero.Contact.Address.ZIP|name}]]',
        '[Phone: {Hero.Phone|quoted|Hero.EvidenceRefs.Phone.Ref}]',
        '[Website: {Hero.Contact.WebsiteAsFiled|quoted|Hero.EvidenceRefs.Website.Ref}]',
        '[Contributions to it: {Hero.Deductibility.Status|words} (Publication 78, {Hero.Deductibility.AsOf})[ {Hero.Deductibility.Ref|ref}].]',
        '[IRS ruling on its exemption: {Hero.IRSRecognitionDate}[ {Hero.EvidenceRefs.IRSRecognitionDate.Ref|ref}].]',
        '{Verdict.BottomLine}',
        'each Sections: - Section {Id}: {Summary}',
      ],
    },
  ],
  examples: [{ EIN: '07-0000101' }, { EIN: '07-0000101', Section: 'Governance' }],
}

const people: Tool = {
  name: 'people',
  title: 'People and pay',
  description:
    'Lists the officers, directors, and highest paid of an organization, with pay by tax year; with Name, the organizations that a person has served; with Query, such as “CEOs at food banks in Ohio over $5M”, people by title, place, cause, and size, the highest paid first, with the median and quartiles of their pay.',
  operations: [
    {
      when: { EIN: true },
      path: `${CHARITY}/people-by-year`,
      arguments: {
        EIN,
        Name: {
          parameter: 'Within',
          description: 'Name of a person; with EIN, part of a name or title.',
        },
        ...asIs('LastYear Sort'),
        ...PAGED,
      },
      view: [
        'each Years: Tax year {TaxYear}: {ListedCount|person/people}, {PaidCount} paid, {TotalPay|dollars} in all.',
        {
          each: 'People',
          line: '- {PersonName|name}[, {Title|quoted|EvidenceRefs.0}|| {EvidenceRefs.0|ref}]',
          under: [payView.write],
        },
        NEXT,
      ],
    },
    {
      path: '/api/v2/people',
      arguments: { ...asIs('Name Query Title State Cause MinRevenue MaxRevenue'), ...PAGED },
      view: [
        '[{PaySummary.Count|person/people} counted: median pay {PaySummary.Median|dollars}, middle half {PaySummary.LowerQuartile|dollars} to {PaySummary.UpperQuartile|dollars}, lowest {PaySummary.Lowest|dollars}, highest {PaySummary.Highest|dollars}, tax years {PaySummary.FirstYear} to {PaySummary.LastYear}, full-time only, with pay from related organizations.]',
        '[Too few to summarize pay. Leave out {Wider.Without|list} to find {Wider.Count|person/people}.]',
        'each People: - {PersonName|name|EvidenceRefs.0}: {Titles|quotes}, {OrganizationName|name} (EIN {EIN|ein})[, {FirstYear} to {LastYear}][, total pay {LatestTotalPay.Value|dollars|LatestTotalPay.EvidenceRef} in tax year {LatestTotalPay.TaxYear}]',
        'none People: No loaded return lists such a person.',
        '[The same name in two organizations can be two people.{People.1.EIN|hidden}]',
        NEXT,
      ],
    },
  ],
  examples: [{ EIN: '08-0000102', Limit: 3 }, { Name: 'Noor Jorgensson' }],
}

const filings: Tool = {
  name: 'filings',
  title: 'Returns',
  description:
    'Lists the returns of an organization, newest first; with ObjectID, what an amended return changed; with Lines, the lines of a return.',
  operations: [
    {
      when: { ObjectID: true },
      path: `${CHARITY}/filings/{objectId}/changes`,
      arguments: {
        EIN,
        ObjectID: {
          parameter: 'objectId',
          isRequired: true,
          description: 'Object ID of the newer return.',
        },
        Limit: LIMIT,
      },
      view: [
        'each Changes: - {Label}: {Before.Value|unit:Unit|Before.EvidenceRef} became {After.Value|unit:Unit|After.EvidenceRef}',
        'none Changes: No values changed.',
      ],
    },
    {
      when: { Lines: 'yes' },
      path: '/api/v2/charities/{ein}',
      arguments: {
        EIN,
        Lines: { words: ['yes'], description: 'Returns the lines of one return.' },
        Year: { parameter: 'year' },
      },
      view: linesView,
    },
    {
      path: `${CHARITY}/filings`,
      arguments: { EIN, ...asIs('Form'), ...PAGED },
      view: [
        'Returns on Form {Form}:',
        'each Filings: - Tax year {Year}, period ended {TaxPeriodEnd}[, received {Source.ReceivedOn}], {Validation.Status}, object ID {Source.ObjectID}',
        NEXT,
      ],
    },
  ],
  examples: [{ EIN: '08-0000103' }, { EIN: '07-0000101', Form: '990' }],
}

const evidence: Tool = {
  name: 'evidence',
  title: 'Evidence',
  description:
    'Opens a Ref: the value or row as filed, its form, tax year, line, and filing, ready to cite.',
  operations: [
    {
      path: '/api/v2/evidence',
      arguments: { Ref: { isRequired: true, description: 'A Ref from a result, unchanged.' } },
      view: evidenceView,
    },
  ],
  examples: [
    { Ref: '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt' },
    { Ref: '990:2023:202411629349305700:/IRS990/Form990PartVIISectionAGrp[10]' },
  ],
}

const compare: Tool = {
  name: 'compare',
  title: 'Figures and comparison',
  description:
    'Returns figures and ratios of one to five organizations side by side, with Refs or why a value is unknown. Call it for any figure that you can name in Figures, also of one organization; with Years, over the years.',
  operations: [
    {
      path: '/api/v2/compare',
      arguments: {
        EINs: eins(5, 'One to five EINs.'),
        Figures: {
          isList: true,
          most: 12,
          values: FIGURE_KEYS.map((key) => nameOnA(key)),
          description: 'Figures to return instead of the main ones.',
        },
        Years: { description: 'Lists Figures for this many tax years.' },
        ...asIs('Form Year'),
      },
      view: comparedView,
    },
  ],
  examples: [
    { EINs: ['08-0000102', '08-0000103'], Figures: ['Revenue', 'OverheadRatio'] },
    { EINs: ['08-0000102'], Figures: ['Revenue', 'Cash'], Years: 5 },
  ],
}

const rating: Tool = {
  name: 'rating',
  title: 'Rating explained',
  description:
    'Explains the rating of an organization: its score, the points of each category, and each metric with its value, points, rank among peers, and Ref.',
  operations: [
    {
      path: `${CHARITY}/sections/{SectionId}`,
      fixed: { SectionId: 'Rating' },
      arguments: { EIN },
      view: ratingView,
    },
  ],
  examples: [{ EIN: '08-0000102' }, { EIN: '07-0000101' }],
}

const sector: Tool = {
  name: 'sector',
  title: 'Sector totals',
  description:
    'Returns sums and ratios over all loaded returns on Form 990 for the last three tax years, and which year is the latest complete one. Call it for a benchmark. With Counts, how many organizations and returns are loaded.',
  operations: [
    {
      when: { Counts: 'yes' },
      path: '/api/v2/stats',
      arguments: { Counts: { words: ['yes'], description: 'Returns counts instead of sums.' } },
      view: countsView,
    },
    {
      path: `${CHARITY}/metrics`,
      fixed: { ein: '0' },
      arguments: {},
      view: sectorView,
    },
  ],
  examples: [{}, { Counts: 'yes' }],
}

const sources: Tool = {
  name: 'sources',
  title: 'Sources and dates',
  description:
    'Lists which data is loaded, from which publisher, and as of when. Call it to say how recent the data is.',
  operations: [
    {
      path: '/api/v2/sources',
      arguments: {},
      view: [
        'Release {Release}.',
        'each Sources: - {Title} ({Publisher})[, as of {Loaded.AsOf}][, {Loaded.Rows|row}][, newest received {Loaded.NewestReceived}]',
      ],
    },
  ],
  examples: [{}, {}],
}

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  ...[search, organizations, people, grants, money, awards],
  ...[filings, evidence, compare, rating, sector, sources],
]

/** Returns the tool with a name, or undefined. */
export const toolOf = (name: string): Tool | undefined => TOOLS.find((tool) => tool.name === name)
