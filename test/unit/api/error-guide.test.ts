import { expect, it } from 'vitest'
import { printErrorTable } from '#src/api/openapi/introduction.ts'
import { ERRORS } from '#src/platform/errors.ts'

const PAGE = `# Errors

<!-- Printed from src/platform/errors.ts: vitest run --project unit error-guide --update -->

If a request is rejected or fails, the response has a status and a body that says what to do:

\`\`\`json
{"detail": {"ErrorCode": "FilingNotFound", "Message": "The organization has no such filing. See /filings for the filings it has."}}
\`\`\`

Invalid parameters return 422, and the body lists each of them:

\`\`\`json
{"detail": [{"loc": ["query", "Limit"], "msg": "must be 50 or less", "type": "too_big", "input": "51"}]}
\`\`\`

Surface B returns 400 instead of 422. Its errors are in its envelope and have no code:

\`\`\`json
{"success": false, "data": null, "error": "limit must be 100 or less."}
\`\`\`

Rely on the status and the code, which are stable. Messages can change. Later versions can add codes: treat an
unknown code like its status. Every response has \`X-Request-Id\`. 429 and 503 have \`Retry-After\`, in seconds.
Only 2xx, 304, and 404 cost an allowance. If a part of the service is down, the status is 503, never 404, so
an error of the service never means that an organization does not exist.

${printErrorTable()}
`

it('docs/using/errors.md has the status and meaning of every code', async () => {
  await expect(PAGE).toMatchFileSnapshot('../../../docs/using/errors.md')
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(PAGE).toContain(`| \`${code}\` | ${status} |`)
  }
})
