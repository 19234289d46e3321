import Table from 'cli-table3'
import { Command, InvalidArgumentError, Option } from 'commander'
import { OperatorError } from '../platform/errors.ts'
import { retryAll } from '../submissions/attempt.ts'
import { openChannel } from '../submissions/channel.ts'
import {
  type InboxEntry,
  type InboxFilter,
  listNotNotified,
  listSubmissions,
  type Recovery,
  readSubmission,
  removeSubmission,
} from '../submissions/inbox.ts'
import { SUBMISSION_KINDS } from '../submissions/submission.ts'
import { breakLines } from './break-lines.ts'
import { asTyped, runProgram } from './run-command.ts'
import { showJson, showLine, showText } from './show-text.ts'
import { withStore } from './with-store.ts'

// 80 columns including borders. An id has 24 characters, and the text gets the rest.
const COLUMNS = [25, 11, 10, 29]
/** The last column without its padding. */
const TEXT_COLUMNS = 28
/** `show` prints the whole text. */
const TEXT_LINES = 3
/** Enough for three lines, even with characters that take no column; the rest is not escaped. */
const READ_CHARACTERS = 400

/** Formats entries as a table of at most 80 columns. */
function describeInbox(entries: InboxEntry[]): string {
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
function describeEntry(entry: InboxEntry, recovery: Recovery | undefined): string {
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

/** Two terminal screens. */
const LISTED = 20
/** The most that a table can show. */
const MAX_LISTED = 1_000

const program = new Command('inbox')
  .description('Shows questions and feedback from users, and whether you were notified.')
  .configureHelp(asTyped)

type ListOptions = InboxFilter & { json?: true }

program
  .command('list', { isDefault: true })
  .description('Lists entries, newest first.')
  .option('--limit <n>', 'at most this many entries', toLimit, LISTED)
  .option('--before <id>', 'only entries older than this one')
  .addOption(new Option('--kind <kind>', 'only this kind').choices(SUBMISSION_KINDS))
  .option('--not-notified', 'only entries without a notification')
  .option('--json', 'print complete entries as a JSON array')
  .action((options: ListOptions) =>
    withStore(async (db) => {
      const entries = await listSubmissions(db, options)
      if (options.json) return console.log(showJson(entries))
      if (entries.length === 0) return console.log(sayNone(options))
      console.log(describeInbox(entries))
      const last = entries.length === options.limit ? entries.at(-1) : undefined
      if (last) console.log(`For older entries, add: --before ${last.id}`)
    }),
  )

program
  .command('show')
  .description('Shows one complete entry.')
  .argument('<id>', 'ID of the entry')
  .option('--json', 'print a JSON object')
  .action((id: string, { json }: { json?: true }) =>
    withStore(async (db) => {
      const { entry, recovery } = await readSubmission(db, id)
      console.log(json ? showJson({ ...entry, recovery }) : describeEntry(entry, recovery))
    }),
  )

program
  .command('retry')
  .description("Sends missing notifications now. Requires the service's NOTIFY_… settings.")
  .argument('[id]', 'ID of the entry (default: all)')
  .action((id: string | undefined) =>
    withStore(async (db, { notify }) => {
      if (!notify) {
        throw new OperatorError(
          "Notifications are not configured here. Run the command with the service's environment, or set the NOTIFY_… variables (docs/running/settings.md).",
        )
      }
      if (id !== undefined) await readSubmission(db, id)
      const ids = id === undefined ? await listNotNotified(db) : [id]
      const channel = openChannel(notify)
      try {
        console.log(await retryAll(db, channel, ids))
      } finally {
        await channel.close()
      }
    }),
  )

program
  .command('remove')
  .description('Permanently removes one entry and the search it refers to.')
  .argument('<id>', 'ID of the entry')
  .action((id: string) =>
    withStore(async (db) => {
      await removeSubmission(db, id)
      console.log(`Removed ${id}.`)
    }),
  )

await runProgram(program)

function sayNone({ before, kind, notNotified }: ListOptions): string {
  const isFiltered = before !== undefined || kind !== undefined || notNotified
  return isFiltered ? 'No entry matches.' : 'The inbox is empty.'
}

function toLimit(text: string): number {
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_LISTED) return limit
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_LISTED}.`)
}
