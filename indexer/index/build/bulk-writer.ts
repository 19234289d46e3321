import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkItem, BulkResponse, OpenSearch } from '#src/platform/clients/opensearch.ts'
import { isOverload } from '#src/platform/clients/opensearch-errors.ts'
import type { IndexEntry } from '../part.ts'
import { type Refusal, toRefusal } from '../quarantine.ts'

export type BulkOutcome = {
  written: number
  /** Documents that the engine cannot read and would reject again. */
  refused: Refusal[]
  /** Documents that failed because of the engine. */
  failed: number
  /** The first of these failures. */
  reasons: string[]
}

// Bodies of a few MB: larger ones brought no gain and strain a heap of 1 GiB.
const BULK_BYTES = 4_000_000
const REASONS = 5
// A full queue drains within seconds; if five retries fail, the engine is broken, not busy.
const RETRIES = 5

/** `owner` is the organization, or the id of a document that is not about one. */
type Line = { owner: string; text: string }

/**
 * Opens a writer to one index, in bulk requests, one at a time. It counts failures of single documents
 * and never throws them.
 */
export function openBulkWriter(opensearch: OpenSearch, index: string) {
  const outcome: BulkOutcome = { written: 0, refused: [], failed: 0, reasons: [] }
  // One request is indexed while the next body is built. Two at once slow down searches.
  let underWay = Promise.resolve()
  let lines: Line[] = []
  let bytes = 0

  const flush = async () => {
    if (lines.length === 0) return
    const sent = lines
    lines = []
    bytes = 0
    await underWay
    underWay = sendBulk(opensearch, index, sent, outcome)
    // The next call throws the failure.
    underWay.catch(() => {})
  }
  const add = async (line: Line) => {
    lines.push(line)
    bytes += line.text.length
    if (bytes >= BULK_BYTES) await flush()
  }

  return {
    /** The result of the bulk requests finished so far. */
    outcome,
    /** Waits while a bulk request is running. */
    put: async (entries: IndexEntry[]) => {
      for (const entry of entries) await add(toLine(entry))
    },
    /** Waits for the last bulk request and returns the result of all. */
    finish: async () => {
      await flush()
      await underWay
      return outcome
    },
  }
}

const toLine = ({ id, ein = id, document }: IndexEntry): Line => ({
  owner: ein,
  text: `{"index":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`,
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
    const response = await sendOnce(opensearch, index, body, attempt < RETRIES)
    if (response === 'overloaded') continue
    const { items } = response
    const again: Line[] = []
    pending.forEach((line, at) => {
      const item = Object.values(items[at] ?? {})[0]
      if (item?.status === 429 && attempt < RETRIES) again.push(line)
      else count(line, item, outcome)
    })
    pending = again
  }
}

/**
 * Sends one bulk request; an engine that has no memory left for bulk requests rejects all of it.
 */
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
  if (item && item.status < 300) {
    outcome.written += 1
    return
  }
  const { type, reason } = item?.error ?? {
    type: 'no_answer',
    reason: 'OpenSearch returned no result',
  }
  const refusal = toRefusal(line.owner, `${type}: ${reason}`)
  // Status 400 blames the document; 403, 429, and 5xx blame the engine.
  if (item?.status === 400) {
    outcome.refused.push(refusal)
    return
  }
  outcome.failed += 1
  if (outcome.reasons.length < REASONS) outcome.reasons.push(`${line.owner}: ${refusal.reason}`)
}
