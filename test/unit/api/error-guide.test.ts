import { expect, it } from 'vitest'
import { printErrorTable } from '#src/api/openapi/introduction.ts'
import { ERRORS } from '#src/platform/errors.ts'

const PAGE = `# Errors

<!-- Printed from src/platform/errors.ts: vitest run --project unit error-guide --update -->

A refused or failed request is answered with a status and a body that says what to do:

\`\`\`json
{"detail": {"ErrorCode": "FilingNotFound", "Message": "The organization has no such filing; see /filings for those it has."}}
\`\`\`

Wrong parameters are listed, each with its place, 422:

\`\`\`json
{"detail": [{"loc": ["query", "Limit"], "msg": "must be 50 or less", "type": "too_big", "input": "51"}]}
\`\`\`

Surface B answers the same statuses, 400 in the place of 422, in its envelope, without a code:

\`\`\`json
{"success": false, "data": null, "error": "limit must be 100 or less."}
\`\`\`

Rely on the status and the code, which stay; sentences may be put better. Later versions may add codes: take
an unknown one for what its status says. Every answer carries \`X-Request-Id\`; 429 and 503 carry
\`Retry-After\`, in seconds. Only 200, 304 and 404 cost an allowance. A part that is away is 503 and never
"not found": nothing follows from an error about the organization that was asked for.

${printErrorTable()}
`

it('docs/errors.md has status and meaning of every code', async () => {
  await expect(PAGE).toMatchFileSnapshot('../../../docs/errors.md')
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(PAGE).toContain(`| \`${code}\` | ${status} |`)
  }
})
