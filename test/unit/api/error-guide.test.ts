import { expect, it } from 'vitest'
import { printErrorTable } from '#src/api/openapi/introduction.ts'
import { ERRORS } from '#src/platform/errors.ts'

const PAGE = `# Errors

<!-- Printed from src/platform/errors.ts: vitest run --project unit error-guide --update -->

If a request is rejected or fails, the response has an error status and a body that says what to do:

\`\`\`json
{"detail": {"ErrorCode": "FilingNotFound", "Message": "The organization has no such filing. To list its filings, use /filings."}}
\`\`\`

If parameters are invalid, the status is 422, and the body lists each problem:

\`\`\`json
{"detail": [{"loc": ["query", "Limit"], "msg": "must be 50 or less", "type": "too_big", "input": "51"}]}
\`\`\`

Surface B returns 400 instead of 422. It puts error messages in its envelope, without a code:

\`\`\`json
{"success": false, "data": null, "error": "limit must be 100 or less."}
\`\`\`

Base your code on the status and the error code, which are stable. Messages can change. Later versions can add
codes: handle an unknown code according to its status. Every response includes \`X-Request-Id\`. Responses with
status 429 or 503 include \`Retry-After\` in seconds. If part of the service is down, the status is 503, never 404.
An outage therefore never looks like a missing organization. For the responses that count against an allowance, see
[keys](../running/keys.md#tiers).

${printErrorTable()}
`

it('docs/using/errors.md has the status and meaning of every code', async () => {
  await expect(PAGE).toMatchFileSnapshot('../../../docs/using/errors.md')
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(PAGE).toContain(`| \`${code}\` | ${status} |`)
  }
})
