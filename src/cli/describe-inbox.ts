import Table from 'cli-table3'
import type { InboxEntry, Recovery } from '../submissions/inbox.ts'
import { breakLines } from './break-lines.ts'
import { showJson, showLine, showText } from './show-text.ts'

// 80 columns including borders. An id has 24 characters, and the text gets the rest.
const COLUMNS = [25, 11, 10, 29]
/** The last column without its padding. */
const TEXT_COLUMNS = 28
/** `show` prints the whole text. */
const TEXT_LINES = 3
/** Enough for three lines, even with characters that take no column; the rest is not escaped. */
const READ_CHARACTERS = 400

/** Formats entries as a table of at most 80 columns. */
export function describeInbox(entries: InboxEntry[]): string {
  const table = new Table({
    head: ['ID, received (UTC)', 'Kind, EIN', 'Sent', 'Text'],
    colWidths: COLUMNS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  })
  for (const entry of entries) {
    table.push([
      `${entry.id}\n${toMinute(entry.createdAt)}`,
      `${entry.kind}\n${entry.ein ?? ''}`,
      describeNotified(entry),
      excerpt(entry.message),
    ])
  }
  return table.toString()
}

const toMinute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ')

function describeNotified({ notifiedAt, attempts }: InboxEntry): string {
  if (notifiedAt) return 'yes'
  return attempts > 0 ? `no,\n${attempts} ${attempts === 1 ? 'try' : 'tries'}` : 'no'
}

function excerpt(text: string): string {
  // Replaces half of a surrogate pair.
  const read = text.slice(0, READ_CHARACTERS).toWellFormed()
  const shown = showLine(read) + (text.length > READ_CHARACTERS ? ' …' : '')
  return breakLines(shown, TEXT_COLUMNS, TEXT_LINES)
}

/** Formats one entry completely, with the state of its notification. */
export function describeEntry(entry: InboxEntry, recovery: Recovery | undefined): string {
  const rows: [string, string | undefined][] = [
    ['ID', entry.id],
    ['Kind', entry.kind],
    ['Received', entry.createdAt.toISOString()],
    ['EIN', entry.ein ?? undefined],
    ['Email', entry.email ?? undefined],
    ['Type', entry.feedbackType ?? undefined],
    ['Key', entry.keyId === null ? undefined : String(entry.keyId)],
    ['Sent', entry.notifiedAt?.toISOString() ?? `not yet; ${describeTries(entry.attempts)}`],
    ['Last failure', entry.lastFailure ?? undefined],
    ['Recovery', entry.recoverySessionId ?? undefined],
  ]
  const lines = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${`${name}:`.padEnd(LABEL_WIDTH)}${showLine(value)}`],
  )
  return [
    ...lines,
    '',
    showText(entry.message),
    ...(entry.metadata ? ['', 'Metadata:', showJson(entry.metadata)] : []),
    ...(recovery ? ['', ...describeRecovery(recovery)] : []),
  ].join('\n')
}

const describeTries = (attempts: number): string => {
  if (attempts === 0) return 'not tried'
  return attempts === 1 ? 'tried once' : `tried ${attempts} times`
}

/** The longest label with its colon, and a space. */
const LABEL_WIDTH = 14

const describeRecovery = ({ query, proposals, createdAt }: Recovery): string[] => [
  `Search (${toMinute(createdAt)} UTC): ${showLine(query)}`,
  'Suggested instead:',
  showJson(proposals),
]
