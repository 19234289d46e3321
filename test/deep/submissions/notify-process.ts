/**
 * A process that notifies of submissions as `npm start` does, for tests to kill: `serve DATABASE
 * WEBHOOK` takes jobs; `store DATABASE WEBHOOK` stores one submission and hangs before the
 * notification.
 */

import { createPostgres } from '#src/platform/clients/postgres.ts'
import { openChannel } from '#src/submissions/channel.ts'
import { openNotifier } from '#src/submissions/notifier.ts'
import { storeFeedback } from '#src/submissions/store.ts'
import { SECRET } from './receivers.ts'
import { NOTHING } from './submission-store.ts'

const [mode, database = '', webhook = ''] = process.argv.slice(2)
const postgres = createPostgres({ url: database })
const notifier = openNotifier({
  postgres,
  channel: openChannel({ kind: 'webhook', url: webhook, secret: SECRET }),
  onFailure: (error) => console.error(String(error)),
})
if (mode === 'store') {
  const notify = (id: string) => {
    console.log(`stored ${id}`)
    return new Promise<boolean>(() => undefined)
  }
  await storeFeedback(
    { postgres, notifier: { ...notifier, notify } },
    { ...NOTHING, message: 'cut off' },
  )
} else {
  console.log('serving')
}
