import { expect, it } from 'vitest'
import { printErrorTable } from '#src/api/openapi/introduction.ts'
import { ERRORS } from '#src/platform/errors.ts'

const PAGE = `# Errors

<!-- Printed from src/platform/errors.ts: vitest run --project unit error-guide --update -->

A rejected or failed request gets a status and a body that says what to do:

\`\`\`json
{"detail": {"ErrorCode": "FilingNotFound", "Message": "The organization has no such filing; see /filings for those it has."}}
\`\`\`

Wrong parameters are 422, and the body lists each of them:

\`\`\`json
{"detail": [{"loc": ["query", "Limit"], "msg": "must be 50 or less", "type": "too_big", "input": "51"}]}
\`\`\`

Surface B returns the same statuses, but 400 instead of 422, in its envelope and without a code:

\`\`\`json
{"success": false, "data": null, "error": "limit must be 100 or less."}
\`\`\`

Rely on the status and the code, which are stable; messages may change. Later versions may add codes: treat an
unknown code as its status. Every response has \`X-Request-Id\`; 429 and 503 have \`Retry-After\`, in seconds.
Only 2xx, 304 and 404 cost an allowance. If a part of the service is down, the status is 503 and never 404, so
such an error says nothing about the organization.

${printErrorTable()}
`

it('docs/errors.md has the status and meaning of every code', async () => {
  await expect(PAGE).toMatchFileSnapshot('../../../docs/errors.md')
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(PAGE).toContain(`| \`${code}\` | ${status} |`)
  }
})
