import { setTimeout as sleep } from 'node:timers/promises'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import type { BulkItem, BulkResponse, OpenSearch } from '#src/clients/opensearch.ts'
import { isOverload } from '#src/clients/opensearch-errors.ts'

export type BulkOutcome = { written: number; deleted: number; failed: number; reasons: string[] }

/** Writes documents in bulks, two under way at a time. */
export type BulkWriter = {
  /** Waits while two bulks are under way. */
  put(documents: OrganizationDocument[]): Promise<void>
  remove(eins: string[]): Promise<void>
  /** Waits for all that was given and says what became of it. */
  finish(): Promise<BulkOutcome>
}

// Two streams keep two cores busy: one indexes while the other's answer and next body travel.
const STREAMS = 2
// Bodies of a few MB: larger ones gained nothing and weigh on a 1 GiB heap.
const BULK_BYTES = 4_000_000
const REASONS = 5
// A full queue empties within seconds; after five more tries the engine is not busy but broken.
const RETRIES = 5

type Line = { ein: string; text: string; isDelete: boolean }

/** Opens a writer to one index. Failures of documents are counted, never thrown. */
export function openBulkWriter(opensearch: OpenSearch, index: string): BulkWriter {
  const outcome: BulkOutcome = { written: 0, deleted: 0, failed: 0, reasons: [] }
  const underWay = new Set<Promise<void>>()
  let failure: unknown
  let lines: Line[] = []
  let bytes = 0

  const flush = async () => {
    if (lines.length === 0) return
    const sent = lines
    lines = []
    bytes = 0
    while (underWay.size >= STREAMS) await Promise.race(underWay)
    if (failure !== undefined) throw failure
    const call = sendBulk(opensearch, index, sent, outcome)
      .catch((error) => {
        failure ??= error
      })
      .finally(() => underWay.delete(call))
    underWay.add(call)
  }
  const add = async (line: Line) => {
    lines.push(line)
    bytes += line.text.length
    if (bytes >= BULK_BYTES) await flush()
  }

  return {
    put: async (documents) => {
      for (const document of documents) await add(toLine(document))
    },
    remove: async (eins) => {
      for (const ein of eins) {
        await add({ ein, text: `{"delete":{"_id":"${ein}"}}\n`, isDelete: true })
      }
    },
    finish: async () => {
      await flush()
      await Promise.all(underWay)
      if (failure !== undefined) throw failure
      return outcome
    },
  }
}

const toLine = (document: OrganizationDocument): Line => ({
  ein: document.ein,
  text: `{"index":{"_id":"${document.ein}"}}\n${JSON.stringify(document)}\n`,
  isDelete: false,
})

async function sendBulk(
  opensearch: OpenSearch,
  index: string,
  lines: Line[],
  outcome: BulkOutcome,
): Promise<void> {
  let pending = lines
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt > 0) await sleep(500 * 2 ** attempt)
    const body = pending.map(({ text }) => text).join('')
    const answer = await sendOnce(opensearch, index, body, attempt < RETRIES)
    if (answer === 'overloaded') continue
    const { items } = answer
    const refused: Line[] = []
    pending.forEach((line, place) => {
      const item = Object.values(items[place] ?? {})[0]
      if (item?.status === 429 && attempt < RETRIES) refused.push(line)
      else count(line, item, outcome)
    })
    pending = refused
  }
}

/** The answer to a bulk; an engine whose memory for bulks is full refuses the whole of it. */
async function sendOnce(
  opensearch: OpenSearch,
  index: string,
  body: string,
  canRetry: boolean,
): Promise<BulkResponse | 'overloaded'> {
  try {
    return await opensearch.bulk(body, { index, filter_path: FILTER_PATH })
  } catch (error) {
    if (canRetry && isOverload(error)) return 'overloaded'
    throw error
  }
}

const FILTER_PATH = 'took,errors,items.*.status,items.*.error'

function count(line: Line, item: BulkItem | undefined, outcome: BulkOutcome): void {
  const isAbsent = line.isDelete && item?.status === 404
  if (item && (item.status < 300 || isAbsent)) {
    outcome[line.isDelete ? 'deleted' : 'written'] += 1
    return
  }
  outcome.failed += 1
  if (outcome.reasons.length < REASONS) {
    const { type, reason } = item?.error ?? { type: 'no_answer', reason: 'nothing was answered' }
    outcome.reasons.push(`${line.ein}: ${type}: ${reason}`)
  }
}
