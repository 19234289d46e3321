import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { registryRow } from '#test/unit/index/documents/rows.ts'

const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A server with these responses in turn, the last one forever; records the received bodies. */
async function openEngine(answers: [status: number, body: object][]) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    const [status, body] = answers[Math.min(bodies.length, answers.length) - 1] ?? [500, {}]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function putInto(url: string, eins: string[]) {
  const opensearch = createOpenSearch({ url })
  const writer = openBulkWriter(opensearch, 'made')
  const document = toOrganizationDocument(registryRow)
  await writer.put(eins.map((ein) => ({ id: ein, document: { ...document, ein } })))
  return await writer.finish().finally(() => opensearch.close())
}

async function removeFrom(url: string, eins: string[]) {
  const opensearch = createOpenSearch({ url })
  const writer = openBulkWriter(opensearch, 'made')
  await writer.remove(eins)
  return await writer.finish().finally(() => opensearch.close())
}

const refusal = (type: string, status: number) => ({ error: { type }, status })
const deleted = (...statuses: number[]) => ({
  items: statuses.map((status) => ({ delete: { status } })),
})

it('sends a bulk again that was rejected as a whole for full memory', async () => {
  const full = refusal('rejected_execution_exception', 429)
  const { bodies, url } = await openEngine([
    [429, full],
    [200, deleted(200, 200)],
  ])
  expect(await removeFrom(url, ['070000001', '070000002'])).toMatchObject({ deleted: 2, failed: 0 })
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toBe(bodies[0])
})

it('sends only rejected documents again', async () => {
  const { bodies, url } = await openEngine([
    [200, deleted(200, 429)],
    [200, deleted(200)],
  ])
  expect(await removeFrom(url, ['070000001', '070000002'])).toMatchObject({ deleted: 2, failed: 0 })
  expect(bodies[1]).toBe('{"delete":{"_id":"070000002"}}\n')
})

it('rejects a document only for 400, with a reason that is short and safe to print', async () => {
  const reason = `\u001b[2J${'x'.repeat(184)}😀\n`
  const item = (status: number) => ({ index: { status, error: { type: 'made', reason } } })
  const { url } = await openEngine([
    [200, { items: [{ index: { status: 201 } }, ...[400, 403, 500].map(item)] }],
  ])
  const outcome = await putInto(url, ['070000001', '070000002', '070000003', '070000004'])
  expect(outcome).toMatchObject({ written: 1, failed: 2 })
  expect(outcome.refused).toEqual([
    { ein: '070000002', reason: `made: \\u001b[2J${'x'.repeat(184)}\ufffd` },
  ])
  expect(outcome.reasons.map((one) => one.slice(0, 15))).toEqual([
    '070000003: made',
    '070000004: made',
  ])
})

it('fails at once on anything else', async () => {
  const { bodies, url } = await openEngine([[403, refusal('security_exception', 403)]])
  await expect(removeFrom(url, ['070000001'])).rejects.toMatchObject({ code: 'SearchUnavailable' })
  expect(bodies).toHaveLength(1)
})
