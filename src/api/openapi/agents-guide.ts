import { toUrl } from '#src/mcp/to-url.ts'
import { operationTool } from '#src/tools/tools.ts'
import { DEMO, FOOD_BANKS } from './examples/demo.ts'

/**
 * The guide for agents as data, for the page /agents, the MCP resource and the tests that send each
 * request to the demo.
 */
export type GuideExample = {
  /** What the request is for, one sentence. */
  says: string
  /** The same by MCP. */
  tool: { name: string; arguments: Readonly<Record<string, unknown>> }
  /** Path and query of the GET. */
  request: string
  needsKey?: true
  status?: number
  /** The demo's answer, shortened: fields are left out, rows at the end of lists, and text where … stands. */
  response: Readonly<Record<string, unknown>>
}

export type GuidePart = {
  /** For addresses within a page. */
  id: string
  title: string
  paragraphs: readonly string[]
  examples: readonly GuideExample[]
}

const FILING = '990:2023:202413429349300770'
const REVENUE = `${FILING}:/IRS990/CYTotalRevenueAmt`

/** An EIN that no organization has. */
const NOBODY = '979999999'

type Given = Readonly<Record<string, string | number | readonly string[]>>

/** A call of a tool, and the request that it makes. */
function asked(name: string, given: Given): Pick<GuideExample, 'tool' | 'request'> {
  const tool = operationTool(name)
  if (!tool) throw new Error(`The guide calls ${name}, which is no tool.`)
  return { tool: { name, arguments: given }, request: toUrl(tool, given) }
}

export const AGENTS_GUIDE: readonly GuidePart[] = [
  {
    id: 'resolve',
    title: 'From a name to an EIN',
    paragraphs: [
      'Everything is asked by EIN: nine digits, of which a leading zero is one. Names are not unique, so resolve a name first. `Resolution.Status` is `Exact` (take `Resolution.EIN`), `Ambiguous` (several have the name: ask which), `Closest` (none has it: make sure that it is meant) or `None` (`Suggestion` says what to try).',
    ],
    examples: [
      {
        says: 'A misspelt name has a closest candidate, not an answer: confirm it.',
        ...asked('resolve_organization', { Query: 'Turkana Wels' }),
        response: {
          Query: 'Turkana Wels',
          Resolution: {
            Status: 'Closest',
            Candidates: [
              {
                EIN: DEMO.turkanaWells,
                Name: 'TURKANA WELLS PARTNERSHIP',
                City: 'Minneapolis',
                State: 'MN',
                Form: '990',
              },
            ],
          },
        },
      },
      {
        says: 'Two organizations have this name: ask which is meant.',
        ...asked('resolve_organization', { Query: 'Open Door Family Center' }),
        response: {
          Resolution: {
            Status: 'Ambiguous',
            Candidates: [
              {
                EIN: '090000151',
                Name: 'OPEN DOOR FAMILY CENTER',
                City: 'Seattle',
                State: 'WA',
                Form: '990',
              },
              {
                EIN: '090000152',
                Name: 'Open Door Family Center',
                City: 'Greenville',
                State: 'SC',
                Form: '990',
              },
            ],
          },
        },
      },
    ],
  },
  {
    id: 'profile',
    title: 'Profile, section, evidence',
    paragraphs: [
      'The page of an organization is the overview of one filing: the latest of its main form unless you name `Form` and `Year`. `Sections` lists what else there is to read of that filing.',
      'Every figure has a Ref, such as `990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt`: form, tax year, filing and XPath. Open it before you rely on the figure. A `derived:` Ref names a computed figure; its evidence says the formula and what it was computed from.',
    ],
    examples: [
      {
        says: 'The overview, with the Ref of each figure.',
        ...asked('get_profile', { EIN: DEMO.turkanaWells }),
        response: {
          Hero: {
            EIN: DEMO.turkanaWells,
            Name: 'TURKANA WELLS PARTNERSHIP',
            Form: '990',
            Year: 2023,
            Financials: { Revenue: 3_271_023, Expense: 3_002_648 },
            EvidenceRefs: {
              'Financials.Revenue': {
                Ref: REVENUE,
                Citation: 'Form 990 (tax year 2023), Part I, line 12',
              },
            },
          },
          Verdict: { State: 'Scored', PolicyVersion: 'rating-1' },
          Sections: [{ Id: 'MoneyFlow', Kind: 'Band', Title: 'Money flow' }],
        },
      },
      {
        says: 'A section of it; `FinancialTrend` has one point for each year that was filed.',
        ...asked('get_section', { EIN: DEMO.turkanaWells, Section: 'MoneyFlow' }),
        response: {
          Data: {
            FinancialTrend: {
              Revenue: [
                {
                  Year: 2019,
                  Value: 3_310_049,
                  EvidenceRef: '990:2019:202121089349308819:/IRS990/CYTotalRevenueAmt',
                },
              ],
            },
          },
        },
      },
      {
        says: 'What a Ref names: the value as it was filed, and how to cite it.',
        ...asked('get_evidence', { EIN: DEMO.turkanaWells, Ref: REVENUE }),
        response: {
          Data: { Label: 'Total revenue', Unit: 'USD', Value: 3_271_023 },
          EvidenceRefs: [
            {
              Citation: 'Form 990 (tax year 2023), Part I, line 12',
              SourcePath: '/IRS990/CYTotalRevenueAmt',
              SourceDocument: '202413429349300770 in 2024_TEOS_XML_01A.zip',
            },
          ],
        },
      },
    ],
  },
  {
    id: 'discover',
    title: 'Organizations for a cause and a place',
    paragraphs: [
      'Discovery reads filed missions and programs. A country or region in `Query` means where the work is done; `State` is where an organization is registered. `WhyMatched` holds the passage that matched with its Ref: quote it, not your own summary. `EvidenceTier` says how good the text is: `FiledProgram` is what was done, `ClassificationOnly` is a code in a registry.',
    ],
    examples: [
      {
        says: 'Who drills wells in Kenya?',
        ...asked('discover_organizations', { Query: 'clean water wells in Kenya', Limit: 2 }),
        response: {
          Mode: 'Discovery',
          Hits: [
            {
              EIN: DEMO.turkanaWells,
              Name: 'TURKANA WELLS PARTNERSHIP',
              Location: 'Minneapolis, MN',
              EvidenceTier: 'FiledProgram',
              WhyMatched: [
                {
                  Kind: 'Passage',
                  EvidenceRef: `${FILING}:/IRS990/MissionDesc`,
                  Passage: 'Mission',
                  Text: 'To bring <em>clean</em> drinking <em>water</em> to villages in <em>Kenya</em> by drilling <em>wells</em> that the communities own and keep running.',
                },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    id: 'money',
    title: 'Who funds whom',
    paragraphs: [
      'Funders and grantees are ranked over all years; the money network is that of the latest filings, with the evidence of each row; the list of grants has every row. All need a key. Sums cover what was found: a recipient whose EIN is not known is in the list of grants and in no sum. `MatchConfidence` says how sure it is who the other side is.',
      'An empty list does not mean that there was no money: individuals, small grants and most federal money are in none of these lists.',
    ],
    examples: [
      {
        says: 'The newest grants of a food bank, each with the row that was filed.',
        ...asked('list_grants', {
          EIN: DEMO.hockingHillsFoodBank,
          Direction: 'Outgoing',
          Limit: 1,
        }),
        needsKey: true,
        response: {
          Grants: [
            {
              Direction: 'Outgoing',
              Funder: { EIN: DEMO.hockingHillsFoodBank, Name: 'Hocking Hills Food Bank' },
              Amount: 1_194_123,
              Purpose: 'CAPITAL CAMPAIGN',
              TaxYear: 2023,
              MatchConfidence: 'Authoritative',
              EvidenceRef: '990:2023:202411629349305700:/IRS990ScheduleI/RecipientTable[4]',
              Citation: 'Form 990 (tax year 2023), Schedule I, Part II, row 4',
            },
          ],
        },
      },
      {
        says: 'Who funds organizations like these two: prospects for a third.',
        ...asked('funders_for_cohort', { EINs: FOOD_BANKS, Limit: 1 }),
        needsKey: true,
        response: {
          CohortEINs: FOOD_BANKS.map(Number),
          CohortSize: 2,
          Funders: [
            {
              EIN: 78_609_601,
              Name: 'SECOND TABLE FOOD BANK OF FLORIDA INC',
              Amount: 3_573_507,
              GrantCount: 8,
              RecipientCount: 2,
              EarliestYear: 2020,
              LatestYear: 2023,
            },
          ],
          FunderCount: 9,
        },
      },
    ],
  },
  {
    id: 'diligence',
    title: 'Diligence on a list',
    paragraphs: [
      'Up to 25 EINs at once. `Compliance issue flagged` means a confirmed sanction or exclusion, or a revoked exemption; `Needs review` has its reasons, each with its source; `Clear` means that nothing known here speaks against it, not that it was vouched for. An EIN that is not known has nothing but its EIN: say that it was not checked.',
    ],
    examples: [
      {
        says: 'One clear, one on a (made-up) sanctions list.',
        ...asked('check_diligence', { EINs: [DEMO.turkanaWells, DEMO.ngongFarmers] }),
        needsKey: true,
        response: {
          Organizations: [
            {
              EIN: Number(DEMO.turkanaWells),
              Readiness: { Label: 'Clear', RestrictionStatus: 'Clear' },
            },
            {
              EIN: Number(DEMO.ngongFarmers),
              Readiness: {
                Label: 'Compliance issue flagged',
                RestrictionStatus: 'Confirmed',
                ReviewReasons: [
                  '"Ngong Farmers Trust" is "NGONG FARMERS TRUST" on the OFAC sanctions list of 2026-04 (entry 990001, DEMO): the name, city, country, and street address match.',
                ],
              },
            },
          ],
        },
      },
    ],
  },
  {
    id: 'compare',
    title: 'Comparing organizations',
    paragraphs: [
      'Two to five organizations side by side, each by its latest filing unless you name `Form` and `Year`. Compare figures of the same tax year and of like forms. A value that is not known has `Unknown` and `Why` in its place, and is never 0. A 990-EZ can score 70 at most, and foundations (990-PF) are not rated: a missing rating says nothing against them.',
    ],
    examples: [
      {
        says: 'Two food banks of one state; every value has its Ref.',
        ...asked('compare_organizations', { EINs: FOOD_BANKS }),
        response: {
          Organizations: [
            {
              EIN: DEMO.hockingHillsFoodBank,
              Name: 'Hocking Hills Food Bank',
              Filing: { Form: '990', TaxYear: 2023 },
              Figures: [
                {
                  Label: 'Total revenue',
                  Value: 11_566_165,
                  Unit: 'USD',
                  EvidenceRef: '990:2023:202411629349305700:/IRS990/CYTotalRevenueAmt',
                },
              ],
            },
            {
              EIN: DEMO.maumeeValleyFoodBank,
              Name: 'MAUMEE VALLEY FOOD BANK',
              Filing: { Form: '990', TaxYear: 2022 },
              Figures: [
                {
                  Label: 'Total revenue',
                  Value: 20_836_580,
                  Unit: 'USD',
                  EvidenceRef: '990:2022:202323379349305852:/IRS990/CYTotalRevenueAmt',
                },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    id: 'unknown',
    title: 'What to say when it is not known',
    paragraphs: [
      'A field that is absent was not reported, or is not asked by that form; a filed zero is 0. An organization that is not found here may exist all the same: churches, very small and very new ones file nothing. Say so. Never fill a gap from memory under the name of this service.',
      'Returns arrive up to two years after a year ends. `Hero.Year` is the tax year of what you read: name it, and say that things may have changed.',
    ],
    examples: [
      {
        says: 'No organization has this EIN: say that none is known here.',
        ...asked('get_profile', { EIN: NOBODY }),
        status: 404,
        response: {
          detail: {
            ErrorCode: 'ProfileNotFound',
            Message: 'No profile exists for this EIN; check it with a search.',
          },
        },
      },
    ],
  },
  {
    id: 'errors',
    title: 'Errors and allowances',
    paragraphs: [
      'Errors have an `ErrorCode` to act on and a `Message` that says what to do; faults of parameters are a list with the place of each. Without a key 1,000 reads a UTC day are free; `RateLimit` of an answer says what is left, 429 and 503 say in `Retry-After` when to come again. Ask one thing after the other rather than many at once. Faults of parameters and errors of the service cost nothing; 404 costs one.',
      'By MCP an error is a result with `isError`, its text says the same, and `_meta.RateLimit` says what is left. A key is sent with each request to `/mcp`, in the settings of the client.',
    ],
    examples: [
      {
        says: 'A parameter that there is not; the nearest is named.',
        // No tool sends this request, because it rejects the argument first.
        tool: { name: 'search_organizations', arguments: { Query: 'food bank', Stat: 'OH' } },
        request: '/api/v2/search?Query=food+bank&Stat=OH',
        status: 422,
        response: {
          detail: [
            {
              loc: ['query', 'Stat'],
              msg: 'is not a known parameter; did you mean State?',
              type: 'extra_forbidden',
            },
          ],
        },
      },
    ],
  },
  {
    id: 'pages',
    title: 'Long lists',
    paragraphs: [
      'Where there is more, an answer has `NextCursor`: send it as `Cursor` with the same parameters. A cursor is good until the data behind it is replaced; `StaleCursor` then says to begin again. Narrow a list before you page through it; take the export for all of a search.',
    ],
    examples: [
      {
        says: 'The second page of filings begins with the Cursor of the first.',
        ...asked('list_filings', { EIN: DEMO.lanternHillAcademy, Limit: 2 }),
        response: {
          Form: '990',
          Filings: [
            { Year: 2023, Validation: { Status: 'Current' } },
            { Year: 2022, Validation: { Status: 'Current', Amended: true } },
          ],
          NextCursor: 'Wz…',
        },
      },
    ],
  },
  {
    id: 'cite',
    title: 'Citing',
    paragraphs: [
      'Cite form, line and tax year, the organization with its EIN, this service, and the page for people: "Turkana Wells Partnership (EIN 07-0000101) had revenue of $3,271,023 (Form 990, tax year 2023, Part I, line 12; Nonprofit Research Service, /charity/070000101). Filings lag; this may have changed."',
    ],
    examples: [],
  },
]

/** Returns the guide as Markdown. */
export const guideAsMarkdown = (): string =>
  [
    '# Guide for agents',
    'Answers are real ones of the demo, whose organizations are fictional, and shortened: fields and rows are left out.',
    ...AGENTS_GUIDE.flatMap(({ title, paragraphs, examples }) => [
      `## ${title}`,
      ...paragraphs,
      ...examples.flatMap(exampleAsMarkdown),
    ]),
  ].join('\n\n')

function exampleAsMarkdown({ says, tool, request, needsKey, response }: GuideExample): string[] {
  const key = needsKey ? '\nX-Service-API-Key: nrk_…' : ''
  return [
    says,
    `MCP: \`${tool.name}\` with \`${JSON.stringify(tool.arguments)}\``,
    `\`\`\`http\nGET ${request}${key}\n\`\`\``,
    `\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``,
  ]
}
