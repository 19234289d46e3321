import { openChannel } from '../capture/channel.ts'
import { type Notifier, openNotifier } from '../capture/notifier.ts'
import { openJobQueue } from '../clients/job-queue.ts'
import type { Postgres } from '../clients/postgres.ts'
import type { Config } from '../config.ts'

type Told = { databaseUrl: string; warn: (facts: { err: unknown }, sentence: string) => void }

/**
 * Tells of questions and feedback as configured; undefined where nobody is to be told. What waits
 * in the queue from earlier is told of, too.
 */
export async function startNotifier(
  { notify, database }: Config,
  postgres: Postgres,
  { databaseUrl, warn }: Told,
): Promise<Notifier | undefined> {
  if (!notify) return undefined
  return await openNotifier({
    postgres,
    openQueue: () => openJobQueue(databaseUrl, database.ca),
    channel: openChannel(notify),
    onFailure: (err, submission) =>
      warn({ err, ...(submission !== undefined && { submission }) }, 'nobody was told'),
  })
}
