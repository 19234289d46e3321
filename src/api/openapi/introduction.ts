import { ERRORS } from '#src/platform/errors.ts'

/** What stands above the operations of the reference, as Markdown. */
export const printIntroduction = (version: string): string => `
Read-only research data on U.S. nonprofits, from their public filings with the IRS (Form 990 and its
family), the public lists around them and federal awards. Every figure leads to the line of the filing it
comes from. Service ${version}.

## First steps

1. Find an organization; no key needed:
   [/api/v2/search?Query=food+bank&Limit=3](/api/v2/search?Query=food+bank&Limit=3)
2. Open it by its EIN: [/api/v2/charity/80000102/page](/api/v2/charity/80000102/page)
3. Open a section that its page lists:
   [/api/v2/charity/80000102/sections/Leadership](/api/v2/charity/80000102/sections/Leadership)

These are sent to the service you read this on; each operation below shows its request for curl.

- **Guides.** [/agents](/agents) walks through whole tasks with real answers, [/llms.txt](/llms.txt) is a
  short map for language models, and \`/mcp\` serves the operations as tools (Model Context Protocol).
- **Examples** below come from the demo, whose organizations are fictional. Lists in documented answers are
  cut to their first item. On a service that holds the demo, as a first start makes it, they can be sent; but
  \`since\` of \`/api/v2/changes\` is a release of your own store, such as the \`Release\` of \`/api/v2/sources\`.
- **Two surfaces** show the same facts. *Surface A* has fields in UpperCamelCase; *surface B* wraps
  snake_case in \`{success, data, error}\`. Each operation says whose it is.
- **Keys** go into \`X-Service-API-Key\` or \`Authorization: Bearer\`. Open operations answer without one, up to
  1,000 data reads a UTC day; what is left stands in the header \`RateLimit\`.
- **Data.** [/api/v2/sources](/api/v2/sources) names every source with the day it was last loaded. Filings
  lag current operations by six to twelve months and more. What is not known is left out, never 0.

## Errors

Wrong parameters are 422 on surface A with one entry in \`detail\` of each fault, and 400 on surface B.
Every other error has \`{detail: {ErrorCode, Message}}\` on A, and a sentence in \`error\` on B.
\`X-Request-Id\` leads the operators to a request; 429 and 503 carry \`Retry-After\`, in seconds.

${printErrorList()}
`

const ROW = (code: string, status: string | number, when: string, advice: string): string =>
  `| ${code} | ${status} | ${when} | ${advice} |`

/** Returns all errors as a Markdown table, by status. */
export function printErrorTable(): string {
  const rows = byStatus().map(({ code, status, when, advice }) =>
    ROW(`\`${code}\``, status, when, advice),
  )
  return [ROW('Code', 'Status', 'When', 'What to do'), '|---|---|---|---|', ...rows].join('\n')
}

/** Returns all errors as a Markdown list, by status, for columns too narrow for a table. */
const printErrorList = (): string =>
  byStatus()
    .map(({ code, status, when, advice }) => `- **${status}** \`${code}\`: ${when} *${advice}*`)
    .join('\n')

const byStatus = () =>
  Object.entries(ERRORS)
    .map(([code, entry]) => ({ code, ...entry }))
    .toSorted((a, b) => a.status - b.status)
