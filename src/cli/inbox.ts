import { Command, InvalidArgumentError, Option } from 'commander'
import { OperatorError } from '../platform/errors.ts'
import { retryAll } from '../submissions/attempt.ts'
import { openChannel } from '../submissions/channel.ts'
import {
  type InboxFilter,
  listNotNotified,
  listSubmissions,
  readSubmission,
  removeSubmission,
} from '../submissions/inbox.ts'
import { SUBMISSION_KINDS } from '../submissions/submission.ts'
import { describeEntry, describeInbox } from './describe-inbox.ts'
import { asTyped, runProgram } from './run-command.ts'
import { showJson } from './show-text.ts'
import { withStore } from './with-store.ts'

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
