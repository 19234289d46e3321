import { Command } from 'commander'
import { asTyped, runProgram } from '#src/cli/run-command.ts'
import { NEXT } from './commands/progress.ts'

/**
 * Imports a command when it runs, so that `status` does not wait for the parser to load. If it made a
 * release, the next command is shown; a first start, which launches commands, continues by itself.
 */
const lazily =
  <Given extends unknown[]>(load: () => Promise<(...given: Given) => Promise<unknown>>) =>
  async (...given: Given): Promise<void> => {
    const hasRelease = (await (await load())(...given)) === true
    if (hasRelease && process.connected === undefined) console.error(`${NEXT}.`)
  }

const program = new Command('indexer')
  .description('Loads filings and builds the search index.')
  // It would be shown as a command, but npm has no such script.
  .helpCommand(false)
  .configureHelp(asTyped)

program
  .command('load')
  .description(
    'Loads files into the store: IRS returns (XML or zips), IRS index and registry files, ' +
      'restriction lists (OFAC, SAM), USAspending awards, and audits. Then maps awards to ' +
      'organizations, screens organizations against the lists, and finds grant recipients.',
  )
  .argument('<paths...>', 'files, zips, and folders (searched at any depth)')
  .option(
    '--as-of <YYYY-MM>',
    'month of registry files and lists (default: from a folder such as 2026-04, or the file date)',
  )
  .option(
    '--max-rejects <count>',
    'stop after more rejects than this (default: 1% of the load or 50, whichever is more)',
  )
  .option(
    '--replace',
    'replace a filing by one with its object ID and another EIN, and a list by a much shorter one',
  )
  .option('--json', 'print the summary as JSON')
  .action(lazily(async () => (await import('./commands/load.ts')).load))

program
  .command('fetch')
  .description(
    'Downloads public data into DATA_DIR/downloads: only files that are new or changed. ' +
      'Run it again to resume.',
  )
  .argument('[sources...]', 'registry, ofac, sam, audits, awards, efile')
  .option('--all', 'all sources')
  .option('--year <YYYY>', 'only this year of efile (year of processing) and awards (fiscal year)')
  .option('--dry-run', 'print addresses and sizes, and keep nothing')
  .action(lazily(async () => (await import('./commands/fetch.ts')).runFetch))

program
  .command('derive')
  .description('Updates the facts and contents of filings that an earlier version loaded.')
  .action(lazily(async () => (await import('./commands/derive.ts')).runDerive))

program
  .command('rate')
  .description(
    'Rates organizations whose data changed against the stored cohort. Makes a new cohort and rates ' +
      'all organizations if there is none, the policy changed, or the returns have doubled.',
  )
  .option('--new-cohort', 'make a new cohort of all loaded returns, which moves scores')
  .option('--json', 'print the summary as JSON')
  .action(lazily(async () => (await import('./commands/rate.ts')).runRate))

program
  .command('enrich')
  .description(
    'Reads the home pages and icons of the websites in the latest filings if robots.txt allows it. ' +
      'Includes websites that are new, were never read, or are due again.',
  )
  .option('--limit <count>', 'read at most this many websites; those never read come first')
  .option('--ein <EIN>', "read only this organization's website, even if it is not due")
  .option('--again', 'read all websites, even if they are not due')
  .option('--json', 'print the summary as JSON')
  .action(lazily(async () => (await import('./commands/enrich.ts')).runEnrich))

program
  .command('reindex')
  .description('Builds a search index from the store, then makes it live.')
  .option('--despite-failed-checks', 'make it live even if it fails checks of its searches')
  .action(lazily(async () => (await import('./commands/reindex.ts')).runReindex))

program
  .command('refresh')
  .description(
    'Runs the steps that are due after a load or an update: derive, resolve, rate, reindex.',
  )
  .option('--monthly', 'first fetch and load what is new, and at the end verify and prune')
  .option('--network', 'find the recipients of all grants again')
  .option('--websites', 'also read the websites that are due (contacts many hosts)')
  .action(lazily(async () => (await import('./commands/refresh.ts')).runRefresh))

program
  .command('rollback')
  .description('Makes the previous index live again.')
  .option('--to <index>', 'a different complete index; npm run status lists all indices')
  .action(lazily(async () => (await import('./commands/old-indices.ts')).runRollback))

program
  .command('prune')
  .description('Deletes indices that are neither live nor kept for rollback.')
  .option('--yes', 'delete without asking')
  .action(lazily(async () => (await import('./commands/old-indices.ts')).runPrune))

program
  .command('status')
  .description('Shows what is loaded, which indices exist, and what is due.')
  .option('--json', 'print the status as JSON')
  .action(lazily(async () => (await import('./commands/status.ts')).runStatus))

program
  .command('verify')
  .description('Compares the live index and the network with the store; fails if they differ.')
  .action(lazily(async () => (await import('./commands/verify.ts')).runVerify))

program
  .command('backup')
  .description(
    'Writes what cannot be loaded again (keys, usage, submissions, website snapshots) to one file.',
  )
  .argument('<file>', 'new file, such as backup-2026-11-23.zip')
  .action(lazily(async () => (await import('./commands/backup.ts')).runBackup))

program
  .command('restore')
  .description('Restores such a file into a store that has no such data yet.')
  .argument('<file>', 'file that npm run backup wrote')
  .action(lazily(async () => (await import('./commands/backup.ts')).runRestore))

program
  .command('migrate')
  .description('Migrates the store, including migrations that take long.')
  .action(lazily(async () => (await import('./commands/backup.ts')).runMigrate))

await runProgram(program)
