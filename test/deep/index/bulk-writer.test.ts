import { expect, it } from 'vitest'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { registryRow } from '#test/unit/index/documents/rows.ts'
import { answerHere } from '#test/world/here.ts'

const EINS = ['070000001', '070000002', '070000003', '070000004']
const document = toOrganizationDocument(registryRow)

async function writeTo(url: string, count: number) {
  const opensearch = createOpenSearch({ url })
  const writer = openBulkWriter(opensearch, 'made')
  await writer.put(EINS.slice(0, count).map((ein) => ({ id: ein, document: { ...document, ein } })))
  return await writer.finish().finally(() => opensearch.close())
}

const refusal = (type: string, status: number) => ({ error: { type }, status })
const items = (...statuses: number[]) => ({
  items: statuses.map((status) => ({ index: { status } })),
})

it('sends a bulk again that was rejected as a whole for full memory', async () => {
  const full = refusal('rejected_execution_exception', 429)
  const { requests, url } = await answerHere([429, full], [200, items(200, 200)])
  expect(await writeTo(url, 2)).toMatchObject({ written: 2, failed: 0 })
  expect(requests).toHaveLength(2)
  expect(requests[1]).toEqual(requests[0])
})

it('sends only rejected documents again', async () => {
  const { requests, url } = await answerHere([200, items(200, 429)], [200, items(200)])
  expect(await writeTo(url, 2)).toMatchObject({ written: 2, failed: 0 })
  expect(requests[1]?.body).toMatch(/^\{"index":\{"_id":"070000002"\}\}\n[^\n]+\n$/)
})

it('rejects a document only for 400, with a reason that is short and safe to print', async () => {
  const reason = `\u001b[2J${'x'.repeat(184)}😀\n`
  const item = (status: number) => ({ index: { status, error: { type: 'made', reason } } })
  const items = [{ index: { status: 201 } }, ...[400, 403, 500].map(item)]
  const { url } = await answerHere([200, { items }])
  const outcome = await writeTo(url, 4)
  expect(outcome).toMatchObject({ written: 1, failed: 2 })
  expect(outcome.refused).toEqual([
    { ein: EINS[1], reason: `made: \\u001b[2J${'x'.repeat(184)}\ufffd` },
  ])
  const reasons = outcome.reasons.map((one) => one.slice(0, 15))
  expect(reasons).toEqual(['070000003: made', '070000004: made'])
})

it('fails at once on anything else', async () => {
  const { requests, url } = await answerHere([403, refusal('security_exception', 403)])
  await expect(writeTo(url, 1)).rejects.toMatchObject({ code: 'SearchUnavailable' })
  expect(requests).toHaveLength(1)
})
