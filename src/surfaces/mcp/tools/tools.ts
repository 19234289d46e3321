import { SECTION_IDS } from '../../../profiles/sections/section.ts'
import { renderDiligence } from '../render/diligence.ts'
import {
  renderAwards,
  renderCohort,
  renderFunders,
  renderGrantees,
  renderGrants,
  renderNetwork,
} from '../render/money.ts'
import { renderComparison, renderFilings, renderProfile } from '../render/profile.ts'
import { renderResolution, renderSearch, renderSimilar } from '../render/search.ts'
import { renderEvidence, renderSection } from '../render/section.ts'
import { renderSector, renderUsage } from '../render/sector.ts'
import { renderTopLists } from '../render/top-lists.ts'
import {
  COMPARED_EINS,
  CURSOR,
  EIN,
  EINS,
  FORM,
  LIMIT,
  SEARCH_FILTERS,
  WHOLE,
  YEAR,
} from './arguments.ts'
import type { Tool } from './tool.ts'

const CHARITY = '/api/v2/charity/{ein}'
const SECTION = `${CHARITY}/sections/{SectionId}`

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'resolve_organization',
    title: 'Find the EIN of a named organization',
    description:
      'Turns the name of a U.S. nonprofit, also a misspelt, former or abbreviated one, into its EIN, or into up to three candidates where it may be several. Use it first whenever you have a name and no EIN.',
    path: '/api/v2/search',
    fixed: { Mode: 'Identity', Limit: '3' },
    arguments: {
      Query: {
        isRequired: true,
        description: "The organization's name, or an EIN to check.",
        examples: ['Turkana Wells'],
      },
      State: { examples: ['MN'] },
    },
    render: renderResolution,
  },
  {
    name: 'search_organizations',
    title: 'Search organizations by name',
    description:
      'Lists U.S. nonprofits whose name, former name, abbreviation or EIN matches, with filters, order and pages. For a cause or a kind of work use discover_organizations.',
    path: '/api/v2/search',
    fixed: { Mode: 'Identity' },
    arguments: {
      Query: {
        isRequired: true,
        description: 'A name or part of one, or an EIN.',
        examples: ['food bank'],
      },
      ...SEARCH_FILTERS,
    },
    render: renderSearch,
  },
  {
    name: 'discover_organizations',
    title: 'Find organizations by what they do',
    description:
      'Finds U.S. nonprofits by cause and place of work from their filed missions and programs, each with the passage that matched. A place in Query means where the work is done; State is where they are registered.',
    path: '/api/v2/search',
    fixed: { Mode: 'Discovery' },
    arguments: {
      Query: {
        isRequired: true,
        description: 'What the organizations do, and where, in plain words.',
        examples: ['clean water wells in Kenya'],
      },
      ...SEARCH_FILTERS,
      EvidenceTier: { description: 'Best text the organization has.' },
    },
    render: renderSearch,
  },
  {
    name: 'get_profile',
    title: 'Profile of an organization',
    description:
      "Reads an organization's profile: mission, place, figures of a filing with their Refs, rating and verdict, and the sections there are to read with get_section.",
    path: `${CHARITY}/page`,
    arguments: { EIN, Form: FORM, Year: YEAR },
    render: renderProfile,
  },
  {
    name: 'get_section',
    title: 'A section of a profile',
    description:
      'Reads one section of a profile in full, each value with its Ref: money over the years, rating, checks, programs, governance, leadership and pay, grants, statements, schedules. get_profile lists those a filing has.',
    path: SECTION,
    arguments: {
      EIN,
      Section: {
        parameter: 'SectionId',
        isRequired: true,
        description: `Id of a section; get_profile lists those a filing has, of ${SECTION_IDS.join(', ')}.`,
      },
      Form: FORM,
      Year: YEAR,
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    render: renderSection,
  },
  {
    name: 'get_evidence',
    title: 'What a Ref names',
    description:
      'Opens the evidence behind a figure: the value as filed, with form, tax year, line, XPath and filing, ready to cite. Use it before you rely on a figure or quote one.',
    path: SECTION,
    // Whatever the Ref names is answered by any section (interface part 4.1); this one always exists.
    fixed: { SectionId: 'MoneyFlow' },
    answers: { Data: 'EvidenceData' },
    arguments: {
      EIN,
      Ref: {
        parameter: 'EvidenceRef',
        isRequired: true,
        description: 'A Ref from another answer about the same organization, unchanged.',
        examples: ['990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt'],
      },
    },
    render: renderEvidence,
  },
  {
    name: 'list_filings',
    title: 'Filings of an organization',
    description:
      'Lists the returns of an organization that are known, newest first, with period, day received, and whether each is current or was superseded by an amended one.',
    path: `${CHARITY}/filings`,
    arguments: { EIN, Form: FORM, Limit: LIMIT, Cursor: CURSOR },
    render: renderFilings,
  },
  {
    name: 'get_money_network',
    title: 'Who funds whom, by latest filings',
    description:
      'Lists the money that came in from and went out to other organizations by latest filings, each row with its evidence.',
    path: `${CHARITY}/money-network`,
    arguments: { EIN, Direction: {}, Limit: LIMIT, Cursor: CURSOR },
    render: renderNetwork,
  },
  {
    name: 'list_grants',
    title: 'Single grants, row by row',
    description:
      'Lists single grants given and received in all years, with amount, purpose, year and the Ref of the filed row.',
    path: `${CHARITY}/grants`,
    arguments: {
      EIN,
      Direction: {},
      MinYear: {},
      MinAmount: {},
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    render: renderGrants,
  },
  {
    name: 'list_grantees',
    title: 'Whom an organization funds',
    description:
      'Ranks the organizations that one has given grants to by amount, over all years or since MinYear.',
    path: `${CHARITY}/grantees`,
    arguments: {
      EIN,
      MinYear: {},
      MinAmount: {},
      Limit: WHOLE,
    },
    render: renderGrantees,
  },
  {
    name: 'list_funders',
    title: 'Who funds an organization',
    description:
      'Ranks the organizations that report grants to this one by amount, over all years or since MinYear.',
    path: `${CHARITY}/funders`,
    arguments: { EIN, MinYear: {}, Limit: WHOLE },
    render: renderFunders,
  },
  {
    name: 'funders_for_cohort',
    title: 'Who funds organizations like these',
    description:
      'Ranks funders by how many of up to 25 given organizations they fund, then by amount: prospects for an organization like them.',
    path: '/api/v2/funders/for-cohort',
    arguments: { EINs: EINS, MinYear: {}, Limit: WHOLE },
    render: renderCohort,
  },
  {
    name: 'list_awards',
    title: 'Federal awards',
    description:
      'Lists federal awards (USAspending) attributed to an organization; most grantees cannot be attributed, so none listed does not mean none received.',
    path: `${CHARITY}/awards`,
    arguments: { EIN, Limit: LIMIT, Cursor: CURSOR },
    render: renderAwards,
  },
  {
    name: 'check_diligence',
    title: 'Diligence on up to 25 organizations',
    description:
      'Says of up to 25 organizations whether something speaks against relying on them: sanctions and exclusion lists, revoked exemption, failed checks, old returns, with the reasons.',
    path: '/api/v2/charity/diligence-summary',
    arguments: { EINs: EINS },
    render: renderDiligence,
  },
  {
    name: 'compare_organizations',
    title: 'Compare organizations',
    description:
      'Puts two to five organizations side by side: figures, ratios, rating and governance, each with its Ref, and why a value is not known.',
    path: '/api/v2/compare',
    arguments: { EINs: COMPARED_EINS, Form: FORM, Year: YEAR },
    render: renderComparison,
  },
  {
    name: 'find_similar',
    title: 'Organizations like one',
    description:
      'Finds organizations like a given one by cause, place, size and way of working, with a score and what it is made of.',
    path: `${CHARITY}/discovery`,
    arguments: {
      EIN,
      Intent: {
        description: "What to compare by in place of the organization's own mission.",
        examples: ['clean water in East Africa'],
      },
      Form: FORM,
      Limit: { fallback: 5 },
    },
    render: renderSimilar,
  },
  {
    name: 'sector_stats',
    title: 'The sector as a whole',
    description:
      'Totals of all organizations and filings: revenue, spending, assets by tax year, and counts by form and kind.',
    path: '/api/v2/stats',
    arguments: {},
    render: renderSector,
  },
  {
    name: 'top_lists',
    title: 'Top ten organizations of each cause',
    description:
      'Ten rated organizations of each cause, this week: the most prominent, by revenue (its logarithm) times rating, each with its Ref; with a key the largest by filed revenue. A long answer.',
    path: '/api/v2/top-lists',
    arguments: {},
    render: renderTopLists,
  },
  {
    name: 'usage',
    title: 'Allowance left today',
    description:
      'What your key has used of its daily allowances, and when they reset; costs nothing.',
    path: '/api/v2/usage',
    arguments: {},
    render: renderUsage,
  },
]

/** The tool of a name; undefined for one that there is not. */
export const toolOf = (name: string): Tool | undefined => TOOLS.find((tool) => tool.name === name)
