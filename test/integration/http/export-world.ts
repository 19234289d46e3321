import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { inject } from 'vitest'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { toEntry } from '#indexer/index/documents/organizations-part.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { buildIndex, sketchDocument } from './world.ts'

export type Began = IncomingMessage & { headers: Record<string, string | undefined> }

/** Begins a download over its own connection and waits for its headers. */
export async function begin(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<Began> {
  const request = get({ port, path, agent: false, headers })
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [Began]
  response.on('error', () => undefined)
  return response
}

export async function readAll(response: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns how a download ended: complete, or with which error. */
export const endOf = (response: AsyncIterable<Buffer>): Promise<string> =>
  readAll(response).then(
    () => 'whole',
    (error: Error) => error.message,
  )

const GUNZIP = { GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }

/** Returns the metadata and the rows of a Parquet file. */
export async function readParquet(file: Buffer) {
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer
  const rows = await parquetReadObjects({ file: bytes, compressors: GUNZIP })
  return { metadata: parquetMetadata(bytes), rows }
}

/** Returns the number of points in time that are open in the engine, for any index. */
export async function countSnapshots(opensearch: OpenSearch): Promise<number> {
  const { pits = [] } = await opensearch.run((client) => client.getAllPits())
  return pits.length
}

const CITIES = ['Akron', 'Canton', 'Dayton', 'Toledo', 'Xenia']

/** An organization with every figure filed; its number is below 10,000,000. */
export function numberedDocument(n: number, hasVector = false): OrganizationDocument {
  const state = n % 3 === 0 ? 'OH' : 'TX'
  const revenue = (n * 7919) % 1_000_003
  const document = sketchDocument({
    ...{ ein: `07${String(n).padStart(7, '0')}`, name: `Harvest Society ${n}`, state, form: '990' },
    program: `Gives food to families in need across ${state}, year after year, from door to door.`,
    ...{ revenue, hasVector },
  })
  const figure = (line: string, share: number) => ({
    ...{ value: Math.round(revenue * share), taxYear: 2024 },
    ref: document.display.revenue?.ref.replace('CYTotalRevenueAmt', line),
  })
  Object.assign(document.display, {
    city: CITIES[n % CITIES.length],
    description: document.display.passages[0]?.text,
    ...{ expenses: figure('CYTotalExpensesAmt', 0.9), assets: figure('TotalAssetsEOYAmt', 2) },
  })
  return document
}

/**
 * Builds an index of this many numbered organizations, without vectors, behind the prefix's alias.
 */
export async function buildLargeIndex(
  opensearch: OpenSearch,
  prefix: string,
  count: number,
  release: string,
): Promise<void> {
  await buildIndex(opensearch, prefix, [numberedDocument(0)], release)
  const index = organizationsIndex(prefix, release)
  // Nothing reads the index meanwhile.
  const settings = { refresh_interval: '-1' }
  await opensearch.run((client) => client.indices.putSettings({ index, body: { index: settings } }))
  const writer = openBulkWriter(opensearch, index)
  for (let n = 1; n < count; n += 1) await writer.put([toEntry(numberedDocument(n))])
  const { written, reasons } = await writer.finish()
  if (written < count - 1) throw new Error(`The bulk failed: ${reasons.join(' ')}`)
  await opensearch.run((client) => client.indices.refresh({ index }))
}

export type ExportServer = {
  port: number
  /** Returns current and peak memory. */
  memory(): Promise<{ nowMb: number; peakMb: number }>
  stop(): Promise<void>
}

/** The options that `npm start` gives Node, instead of those of the test runner. */
function serviceOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  return scripts.start.split(' ').slice('exec node'.split(' ').length, -1)
}

/** The application as a separate process, so that its memory is its own. */
export async function startExportServer(prefix: string, database: string): Promise<ExportServer> {
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${database}`
  const script = fileURLToPath(new URL('export-server.ts', import.meta.url))
  const execArgv = serviceOptions()
  const child = fork(script, [inject('opensearchUrl'), url.toString(), prefix], { execArgv })
  const ask = async <Answer>(message: string): Promise<Answer> => {
    child.send(message)
    return await answerOf<Answer>(child)
  }
  const { port } = await answerOf<{ port: number }>(child)
  return {
    port,
    memory: () => ask<{ nowMb: number; peakMb: number }>('memory'),
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended.')
  })
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer]
  return answer
}
