import Table from 'cli-table3'
import type { InboxEntry, Recovery } from '../capture/inbox.ts'
import { showJson, showLine, showText } from './show-text.ts'

// 80 columns with borders: an id has 24 characters, and what is left goes to the text.
const COLUMNS = [25, 11, 9, 30]
/** Three lines of the last column; `show` has the whole. */
const SHOWN_CHARACTERS = 84

/** Entries as a table of at most 80 columns. */
export function describeInbox(entries: InboxEntry[]): string {
  const table = new Table({
    head: ['Id, received (UTC)', 'Kind, EIN', 'Told', 'Text'],
    colWidths: COLUMNS,
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  })
  for (const entry of entries) {
    table.push([
      `${entry.id}\n${toMinute(entry.createdAt)}`,
      `${entry.kind}\n${entry.ein ?? ''}`,
      describeTold(entry),
      excerpt(entry.message),
    ])
  }
  return table.toString()
}

const toMinute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ')

function describeTold({ notifiedAt, attempts }: InboxEntry): string {
  if (notifiedAt) return 'yes'
  return attempts > 0 ? `no,\n${attempts}x tried` : 'no'
}

// A text may have thousands of characters; only its beginning is worth cleaning.
function excerpt(text: string): string {
  const shown = Array.from(showLine(text.slice(0, 4 * SHOWN_CHARACTERS)))
  const isWhole = shown.length <= SHOWN_CHARACTERS && text.length <= 4 * SHOWN_CHARACTERS
  return isWhole ? shown.join('') : `${shown.slice(0, SHOWN_CHARACTERS - 1).join('')}…`
}

/** One entry, whole: what was sent as it was sent, and what became of telling of it. */
export function describeEntry(entry: InboxEntry, recovery: Recovery | undefined): string {
  const rows: [string, string | undefined][] = [
    ['Id', entry.id],
    ['Kind', entry.kind],
    ['Received', entry.createdAt.toISOString()],
    ['EIN', entry.ein ?? undefined],
    ['Email', entry.email ?? undefined],
    ['Type', entry.feedbackType ?? undefined],
    ['Key', entry.keyId === null ? undefined : String(entry.keyId)],
    ['Told', entry.notifiedAt?.toISOString() ?? `not yet; tried ${entry.attempts} times`],
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

/** The longest label with its colon, and a space. */
const LABEL_WIDTH = 14

const describeRecovery = ({ query, proposals, createdAt }: Recovery): string[] => [
  `The search it is about (${toMinute(createdAt)} UTC): ${showLine(query)}`,
  'Proposed instead:',
  showJson(proposals),
]
