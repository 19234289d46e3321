import { Command, InvalidArgumentError, Option } from 'commander'
import { createKey, listKeys, revokeKey, rotateKey, TIERS, type Tier } from '../access/keys.ts'
import { readUsageOfKeys, utcDay } from '../access/usage.ts'
import { describeKeys } from './describe-keys.ts'
import { asTyped, runProgram } from './run-command.ts'
import { withStore } from './with-store.ts'

const program = new Command('keys')
  .description('Creates, lists, rotates, and revokes API keys.')
  .configureHelp(asTyped)

program
  .command('create')
  .description('Creates a key and shows it once.')
  .addOption(new Option('--tier <tier>', 'tier of the key').choices(TIERS).makeOptionMandatory())
  .requiredOption('--owner <name>', 'name of the owner', toOwner)
  .option('--data <n>', 'data reads per UTC day, or "unlimited" (default: by tier)', toLimit)
  .option(
    '--advanced <n>',
    'Advanced operations per UTC day, or "unlimited" (default: by tier)',
    toLimit,
  )
  .action((options: { tier: Tier; owner: string; data?: number; advanced?: number }) =>
    withStore(async (db) => {
      const { tier, owner, data = null, advanced = null } = options
      showKey(await createKey(db, { tier, owner, dataLimit: data, advancedLimit: advanced }))
    }),
  )

program
  .command('list')
  .description('Lists all keys and their usage today (UTC), without showing the keys themselves.')
  .action(() =>
    withStore(async (db) => {
      const used = await readUsageOfKeys(db, utcDay(new Date()))
      console.log(describeKeys(await listKeys(db), used))
    }),
  )

program
  .command('rotate')
  .description('Replaces a key with a new one and shows it once.')
  .argument('<id>', 'ID of the key', toId)
  .action((id: number) => withStore(async (db) => showKey(await rotateKey(db, id, new Date()))))

program
  .command('revoke')
  .description('Revokes a key permanently.')
  .argument('<id>', 'ID of the key', toId)
  .action((id: number) =>
    withStore(async (db) => {
      await revokeKey(db, id)
      console.log(`Key ${id} is revoked.`)
    }),
  )

await runProgram(program)

function showKey({ id, key }: { id: number; key: string }): void {
  console.log(`Key ${id}, shown only once: ${key}`)
}

function toLimit(text: string): number {
  if (text.toLowerCase() === 'unlimited') return -1
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('Expected a whole number or "unlimited".')
  return Number(text)
}

function toId(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('Expected a key ID. To see key IDs, run npm run keys -- list.')
  return Number(text)
}

function toOwner(text: string): string {
  const owner = text.trim()
  if (owner.length < 1 || owner.length > 200) {
    throw new InvalidArgumentError('Expected a name of 1 to 200 characters.')
  }
  return owner
}
