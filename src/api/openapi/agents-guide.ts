import { toUrl } from '#src/mcp/to-url.ts'
import { ERRORS } from '#src/platform/errors.ts'
import { operationTool } from '#src/tools/tools.ts'
import { DEMO, FOOD_BANKS } from './examples/demo.ts'

/**
 * The guide for agents as data: for the page /agents, the MCP resource, and the tests that send
 * each request to the demo.
 */
export type GuideExample = {
  /** What the request is for, in one sentence. */
  says: string
  /** The same request over MCP. */
  tool: { name: string; arguments: Readonly<Record<string, unknown>> }
  /** Path and query of the GET. */
  request: string
  needsKey?: true
  status?: number
  /** The demo's response, shortened: it omits some fields and rows at the end of lists; … replaces text. */
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
const UNKNOWN_EIN = '979999999'

type Given = Readonly<Record<string, string | number | readonly string[]>>

/** A call of a tool, and the request that it makes. */
function asked(name: string, given: Given): Pick<GuideExample, 'tool' | 'request'> {
  const tool = operationTool(name)
  if (!tool) throw new Error(`The guide calls ${name}, but there is no such tool.`)
  return { tool: { name, arguments: given }, request: toUrl(tool, given) }
}

export const AGENTS_GUIDE: readonly GuidePart[] = [
  {
    id: 'resolve',
    title: 'From a name to an EIN',
    paragraphs: [
      'Every request for an organization uses its EIN: nine digits, including leading zeros. Names are not unique, so resolve a name first.',
      '`Resolution.Status` says what was found. `Exact`: use `Resolution.EIN`. `Ambiguous`: several organizations have this name; ask which one is meant. `Closest`: no exact match; confirm the candidate. `None`: no match; `Suggestion` says what to try.',
    ],
    examples: [
      {
        says: 'A misspelled name returns the closest candidate. Confirm it before you use it.',
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
        says: 'Two organizations have this name. Ask which one is meant.',
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
    title: 'Profiles, sections, and evidence',
    paragraphs: [
      "An organization's page is an overview of one filing. By default, this is the latest filing on its primary form. To choose another filing, set `Form` and `Year`. `Sections` lists the sections of that filing.",
      'Every figure has a Ref, such as `990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt`: form, tax year, filing, and XPath. Open the Ref before you rely on the figure. A `derived:` Ref identifies a computed figure; its evidence shows the formula and the inputs.',
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
          Verdict: { State: 'Scored', PolicyVersion: 'rating-2' },
          Sections: [{ Id: 'MoneyFlow', Kind: 'Band', Title: 'Money flow' }],
        },
      },
      {
        says: 'A section of that filing. `FinancialTrend` has one point for each filed year.',
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
        says: 'The evidence behind a Ref: the value as filed, and how to cite it.',
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
    title: 'Organizations by cause and place',
    paragraphs: [
      'Discovery searches filed missions and programs. A country or region in `Query` is where the work is done; `State` is where an organization is registered.',
      '`WhyMatched` contains the matching passage and its Ref. Quote that passage instead of summarizing it. `EvidenceTier` shows how good the text is: `FiledProgram` is a filed description of the work, and `ClassificationOnly` is only a registry code.',
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
      'The lists of funders and grantees cover all years. The money network covers only the latest filings, with evidence for each row. The list of grants has every row. All of these operations require a key.',
      'The totals for funders and grantees include only identified organizations. The list of grants and its totals also include recipients without a known EIN. `MatchConfidence` shows how certain the identity of the other organization is.',
      'An empty list does not mean that there was no money. These lists do not include gifts from individuals, small grants, or most federal money.',
    ],
    examples: [
      {
        says: 'The newest grant that a food bank gave, with the Ref of the filed row.',
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
        says: 'Funders of two similar organizations, as prospects for a third.',
        ...asked('funders_for_cohort', { EINs: FOOD_BANKS, Limit: 1 }),
        needsKey: true,
        response: {
          CohortEINs: FOOD_BANKS.map(Number),
          CohortSize: 2,
          Funders: [
            {
              EIN: 78_609_601,
              Name: 'SECOND TABLE FOOD BANK OF FLORIDA INC',
              Amount: 7_817_522,
              GrantCount: 8,
              RecipientCount: 2,
              EarliestYear: 2020,
              LatestYear: 2023,
            },
          ],
          FunderCount: 10,
        },
      },
    ],
  },
  {
    id: 'diligence',
    title: 'Diligence on a list',
    paragraphs: [
      'Check up to 25 EINs at once. `Compliance issue flagged` means a confirmed sanction or exclusion, or a revoked exemption. With `Needs review`, `ReviewReasons` lists the reasons, each with its source. `Clear` means that no concerns were found in the sources checked; it is not an endorsement.',
      'For an unknown EIN, the entry contains only the EIN. Say that the organization was not checked.',
    ],
    examples: [
      {
        says: 'One organization is clear. The other is on a fictional sanctions list.',
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
                  '"Ngong Farmers Trust" is "NGONG FARMERS TRUST" on the OFAC sanctions lists …',
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
      "Compare two to five organizations side by side. By default, the comparison uses each organization's latest filing. To use other filings, set `Form` and `Year`. Compare only figures from the same tax year and the same form.",
      'If a value is unknown, `Unknown` and `Why` replace `Value`. An unknown value is never 0. A 990-EZ can score at most 70. Foundations (990-PF) are not rated, so a missing rating is not a bad sign.',
    ],
    examples: [
      {
        says: 'Two food banks in one state. Every value has its Ref.',
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
    title: 'What to say when something is unknown',
    paragraphs: [
      'If a field is absent, the organization did not report it, or the form does not ask for it. A filed zero is 0. An organization that you cannot find here may still exist: churches do not have to file, and very small or very new organizations may not have filed. Say so. Never fill a gap from memory and attribute it to this service.',
      'The IRS publishes returns six to twelve months after a fiscal year ends, or later. `Hero.Year` is the tax year of the data. State it, and say that things may have changed.',
    ],
    examples: [
      {
        says: 'No organization has this EIN. Say that this service has no such organization.',
        ...asked('get_profile', { EIN: UNKNOWN_EIN }),
        status: 404,
        response: {
          detail: {
            ErrorCode: 'ProfileNotFound',
            Message: ERRORS.ProfileNotFound.message,
          },
        },
      },
    ],
  },
  {
    id: 'errors',
    title: 'Errors and allowances',
    paragraphs: [
      'Errors have an `ErrorCode` to act on and a `Message` that says what to do. For invalid parameters, the error is a list that says where each problem is and how to fix it.',
      'Without a key, 1,000 reads per UTC day are free. The `RateLimit` header shows how many are left. After a 429 or 503, `Retry-After` says when to retry. Send requests one after another instead of many at once. Invalid parameters and service errors cost nothing; a 404 costs one read.',
      "Over MCP, an error is a result with `isError` and the same text. `_meta.RateLimit` shows how many reads are left. Set the key in your client's settings, so that the client sends it with every request to `/mcp`.",
    ],
    examples: [
      {
        says: 'An unknown parameter. The message suggests the nearest name.',
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
      'If there are more rows, the response has `NextCursor`. Send it as `Cursor` with the same parameters. A cursor is valid until the data behind it is replaced. If you get `StaleCursor`, start again without a cursor. Narrow a list before you page through it. To get all hits of a search, use the export.',
    ],
    examples: [
      {
        says: 'To get the second page of filings, send the NextCursor of the first page as Cursor.',
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
      'Cite the form, the line, and the tax year; the organization and its EIN; this service; and the page address. Example: "Turkana Wells Partnership (EIN 07-0000101) had revenue of $3,271,023 (Form 990, tax year 2023, Part I, line 12; Nonprofit Research Service, /charity/070000101). Filings lag, so this may have changed."',
    ],
    examples: [],
  },
]

/** Returns the guide as Markdown. */
export const guideAsMarkdown = (): string =>
  [
    '# Guide for agents',
    'The responses are real but shortened: some fields and rows are omitted. They come from the demo, whose organizations are fictional.',
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
