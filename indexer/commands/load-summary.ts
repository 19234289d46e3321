import Table from 'cli-table3'
import { wrap } from '#src/cli/break-lines.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { countOf } from '#src/domain/money.ts'
import type { MapAwardsResult } from '../awards/run.ts'
import { describeJudged } from '../awards/status.ts'
import type { LoadResult } from '../load/run.ts'
import type { KindTally } from '../load/tally.ts'
import type { NetworkResult } from '../network/run.ts'
import type { Loaded } from '../pipeline/load.ts'
import type { FileReject } from '../sources/file-reject.ts'
import { describeNetwork } from './network.ts'
import { count } from './progress.ts'

/** The result of a load, for people and as JSON. */
export type Summary = Omit<Loaded, 'result' | 'resolved'> & {
  kinds: (KindTally & { files: number; rows: number; perSecond: number })[]
  seconds: number
  /** Files meant for the loader that cannot be read. They count as rejects. */
  unreadable: FileReject[]
  skipped: { path: string; reason: string }[]
  isStopped: boolean
  release: string | undefined
  /** Undefined when nothing was stored. */
  network: NetworkResult | undefined
  /** Pairs of UEI and EIN used and not used; undefined when no audits were loaded. */
  mapping: MapAwardsResult['judged'] | undefined
}

/**
 * Adds files, rows, and rates to a load's tally. A kind's seconds are its threads' time divided by
 * the number of threads, so that kinds loaded at the same time add up to the load's own time.
 */
export function summarizeKinds({ tally, sources, workers }: LoadResult): Summary['kinds'] {
  return tally.kinds.map((kind) => {
    const rows = kind.loaded + kind.unchanged + kind.replaced + kind.rejected
    const files = sources
      .filter((source) => source.kind === kind.kind)
      .reduce((sum, source) => sum + source.files, 0)
    const seconds = kind.seconds / workers
    return { ...kind, files, rows, seconds, perSecond: seconds > 0 ? kind.fresh / seconds : 0 }
  })
}

const COLUMNS: Record<string, (kind: Summary['kinds'][number]) => string> = {
  Kind: ({ kind }) => kind,
  Files: ({ files }) => count(files),
  Rows: ({ rows }) => count(rows),
  Loaded: ({ loaded }) => count(loaded),
  Same: ({ unchanged }) => count(unchanged),
  'Repl.': ({ replaced }) => count(replaced),
  'Rej.': ({ rejected }) => count(rejected),
  'Warn.': ({ warned }) => count(warned),
  Secs: ({ seconds }) => seconds.toFixed(1),
  'Per s': ({ perSecond }) => (perSecond > 0 ? count(perSecond) : '–'),
}

/** Returns the summary as a table of at most 80 columns with sentences below it. */
export function formatSummary(summary: Summary): string {
  const table = new Table({
    head: Object.keys(COLUMNS),
    colAligns: Object.keys(COLUMNS).map((head) => (head === 'Kind' ? 'left' : 'right')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    // A line below the header only; lines between rows would double the table's height.
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  })
  table.push(...summary.kinds.map((kind) => Object.values(COLUMNS).map((show) => show(kind))))
  const lines = [
    ...(summary.kinds.length > 0 ? [table.toString()] : []),
    `Took ${summary.seconds.toFixed(1)} s.`,
    ...formatRejects(summary),
  ]
  const broken = summary.unreadable.map(toUnread)
  if (broken.length > 0) lines.push(...formatFiles('Could not read', broken))
  if (summary.skipped.length > 0) lines.push(...formatFiles('Skipped', summary.skipped))
  lines.push(...summary.notes.map(wrap))
  if (summary.mapping) lines.push(describeJudged(summary.mapping))
  const network = summary.network && describeNetwork(summary.network)
  if (network) lines.push(network)
  if (summary.release) lines.push(`Release ${summary.release}.`)
  return lines.join('\n')
}

function formatRejects({ rejects, warnings, report }: Summary): string[] {
  if (report === undefined) return []
  const total = rejects.reduce((sum, { count: one }) => sum + one, 0)
  const lines = [
    ...(total > 0 ? [`Rejected ${count(total)}: ${formatCodes(rejects)}.`] : []),
    ...(warnings.length > 0 ? [`Warnings: ${formatCodes(warnings)}.`] : []),
  ]
  return lines.length > 0
    ? [...lines, `The report lists each one: ${report}`]
    : [`The report lists skipped files: ${report}`]
}

// One screenful: thousands of unrelated files or warnings must not push the table out of view.
const SHOWN = 12

function formatCodes(codes: Summary['rejects']): string {
  const shown = codes.slice(0, SHOWN).map(({ code, count: one }) => `${code} ${count(one)}`)
  const more = codes.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${count(more)} other kinds`] : [])].join(', ')
}

const toUnread = ({ path, member, detail }: FileReject) => ({
  path: member === undefined ? path : `${path}!${member}`,
  reason: detail,
})

function formatFiles(heading: string, skipped: Summary['skipped']): string[] {
  const byReason = groupBy(skipped, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, files]) => {
    const shown = files.slice(0, SHOWN).map(({ path }) => `  ${path}`)
    const more = files.length - shown.length
    const rest = more > 0 ? [`  and ${count(more)} more (--json lists all)`] : []
    const number = countOf(files.length, 'file')
    return [wrap(`${heading} ${number}: ${reason}`), ...shown, ...rest]
  })
}
