import Table from 'cli-table3'
import type { MapAwardsResult } from '../awards/run.ts'
import { describeJudged } from '../awards/status.ts'
import { describeNetwork } from '../network/describe.ts'
import type { NetworkResult } from '../network/run.ts'
import type { FileReject } from '../sources/file-reject.ts'
import { AWARD_KINDS, PAID_KINDS, RESTRICTION_KINDS } from '../sources/source.ts'
import { wrap } from '../wrap.ts'
import { describeListChanges, type ListChanges } from './list-changes.ts'
import type { LoadResult } from './run.ts'
import type { KindTally } from './tally.ts'

/** What a load did, for people and as JSON. */
export type Summary = {
  kinds: (KindTally & { files: number; rows: number; perSecond: number })[]
  seconds: number
  rejects: { code: string; count: number }[]
  warnings: { code: string; count: number }[]
  /** What to know of the restriction lists that were loaded, in sentences. */
  notes: string[]
  /** What became of the lists, and what screening found; undefined when no list was loaded. */
  restrictions: ListChanges | undefined
  /** Path of the report, when there are rejects, warnings or skipped files. */
  report: string | undefined
  /** Files that are meant for the loader and cannot be read; they count among the rejects. */
  unreadable: FileReject[]
  skipped: { path: string; reason: string }[]
  isStopped: boolean
  release: string | undefined
  /** What of the network was resolved; undefined when nothing was stored. */
  network: NetworkResult | undefined
  /** What became of pairs of UEI and EIN; undefined when no audits were loaded. */
  mapping: MapAwardsResult['judged'] | undefined
}

/**
 * Adds files, rows and rates to a load's tally. A kind's seconds are its threads' time shared
 * over the threads, so that kinds loaded side by side add up to the load's own time.
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

const count = (value: number) => value.toLocaleString('en-US')

/**
 * The summary as a table of at most 80 columns and the sentences below it, and what to run next
 * where that is asked for.
 */
export function formatSummary(summary: Summary, saysNext = true): string {
  const heads = [
    'Kind',
    'Files',
    'Rows',
    'Loaded',
    'There',
    'Repl.',
    'Rej.',
    'Warn.',
    'Secs',
    'Per s',
  ]
  const table = new Table({
    head: heads,
    colAligns: heads.map((_, index) => (index === 0 ? 'left' : 'right')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    // A line below the heads only; between rows they would double the table's height.
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  })
  for (const kind of summary.kinds) {
    const { loaded, unchanged, replaced, rejected, warned } = kind
    const figures = [kind.files, kind.rows, loaded, unchanged, replaced, rejected, warned]
    table.push([
      kind.kind,
      ...figures.map(count),
      kind.seconds.toFixed(1),
      kind.perSecond > 0 ? count(Math.round(kind.perSecond)) : '–',
    ])
  }
  const lines = [
    ...(summary.kinds.length > 0 ? [table.toString()] : []),
    `Took ${summary.seconds.toFixed(1)} s.`,
    ...formatRejects(summary),
  ]
  const broken = summary.unreadable.map(toUnread)
  if (broken.length > 0) lines.push(...formatFiles('Could not read', broken))
  if (summary.skipped.length > 0) lines.push(...formatFiles('Skipped', summary.skipped))
  lines.push(...summary.notes.map(wrap))
  if (summary.restrictions) lines.push(...describeListChanges(summary.restrictions))
  if (summary.mapping) lines.push(describeJudged(summary.mapping))
  const network = summary.network && describeNetwork(summary.network)
  if (network) lines.push(network)
  if (summary.release) {
    lines.push(`Release ${summary.release}.${saysNext ? nextOf(summary) : ''}`)
  }
  return lines.join('\n')
}

// No rating hangs on a list or an award, but top lists leave out who is confirmed on a list, which
// an audit's identifier may tell.
const UNRATED_KINDS = [...RESTRICTION_KINDS, ...AWARD_KINDS]

function nextOf({ kinds }: Summary): string {
  // Awards are read from the store alone.
  if (kinds.length > 0 && kinds.every(({ kind }) => PAID_KINDS.includes(kind))) return ''
  const isUnrated = kinds.length > 0 && kinds.every(({ kind }) => UNRATED_KINDS.includes(kind))
  return isUnrated
    ? ' Next: npm run reindex -- --changed.'
    : ' Next: npm run rate, then npm run reindex.'
}

function formatRejects({ rejects, warnings, report }: Summary): string[] {
  if (report === undefined) return []
  const total = rejects.reduce((sum, { count: one }) => sum + one, 0)
  const lines = [
    ...(total > 0 ? [`Rejected ${count(total)}: ${formatCodes(rejects)}.`] : []),
    ...(warnings.length > 0 ? [`Warnings: ${formatCodes(warnings)}.`] : []),
  ]
  return lines.length > 0
    ? [...lines, `Each is named in ${report}`]
    : [`What was skipped is listed in ${report}`]
}

// A screen's worth: thousands of strange files or warnings must not bury the table.
const SHOWN = 12

function formatCodes(codes: Summary['rejects']): string {
  const shown = codes.slice(0, SHOWN).map(({ code, count: one }) => `${code} ${count(one)}`)
  const more = codes.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${count(more)} other kinds`] : [])].join(', ')
}

const toUnread = ({ path, member, detail }: FileReject) => ({
  path: member === undefined ? path : `${path}!${member}`,
  // The sentence goes on after a comma here.
  reason: detail.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (first) => first.toLowerCase()),
})

function formatFiles(heading: string, skipped: Summary['skipped']): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, files]) => {
    const shown = files.slice(0, SHOWN).map(({ path }) => `  ${path}`)
    const more = files.length - shown.length
    const rest = more > 0 ? [`  and ${count(more)} more (--json lists all)`] : []
    return [wrap(`${heading} ${count(files.length)}, ${reason}:`), ...shown, ...rest]
  })
}
