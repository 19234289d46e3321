import { Command } from 'commander'
import { runCommand } from '#src/cli/run-command.ts'
import { asTyped } from '#src/cli/usage.ts'

// Each command's module is imported when it runs, so that `status` does not wait for the parser.
const program = new Command('indexer')
  .description('Loads filings and builds the search index.')
  .configureHelp(asTyped)

program
  .command('load')
  .description(
    'Loads e-file XML, zips of it, index and registry files, restriction lists (OFAC as CSV or XML, ' +
      "SAM exclusions), USAspending's awards and the audit clearinghouse's tables into the store; " +
      'screens organizations against the lists and maps awards to them.',
  )
  .argument('<paths...>', 'files, folders (searched at any depth) and zips')
  .option(
    '--as-of <YYYY-MM>',
    'month of registry files and lists (default: what the file says, a folder so named, its date)',
  )
  .option(
    '--max-rejects <count>',
    'stop at more rejects than this (default: 1 % of the load; up to 50 never stop it)',
  )
  .option('--replace', 'replace a filing that is stored under the same object id for another EIN')
  .option('--json', 'print the summary as JSON')
  .action(async (paths: string[], options: Record<string, unknown>) => {
    const { load } = await import('./commands/load.ts')
    await load(paths, options)
  })

const filings = program
  .command('filings')
  .description('Excludes filings that are wrong, with a reason that is shown.')

filings
  .command('exclude')
  .description('Excludes a filing: it stays stored, but no figure is taken from it.')
  .argument('<object-id>', 'object id of the filing')
  .requiredOption('--reason <text>', 'why, in at most 500 characters; shown with the filing')
  .action(async (objectId: string, options: { reason: string }) => {
    const { runExclude } = await import('./commands/filings.ts')
    await runExclude(objectId, options)
  })

filings
  .command('include')
  .description('Removes an exclusion.')
  .argument('<object-id>', 'object id of the filing')
  .action(async (objectId: string) => {
    const { runInclude } = await import('./commands/filings.ts')
    await runInclude(objectId)
  })

filings
  .command('excluded')
  .description('Lists the filings that are excluded, with their reasons.')
  .option('--json', 'print them as JSON')
  .action(async (options: { json?: boolean }) => {
    const { runListExcluded } = await import('./commands/filings.ts')
    await runListExcluded(options)
  })

program
  .command('fetch-filings')
  .description("Downloads one year's index and archives of e-file XML, with resume.")
  .requiredOption('--year <YYYY>', 'year the IRS processed the returns in')
  .option('--into <folder>', 'where to put them (default: DATA_DIR/filings/<year>)')
  .action(async (options: Record<string, unknown>) => {
    const { fetchFilings } = await import('./commands/fetch-filings.ts')
    await fetchFilings(options)
  })

program
  .command('derive')
  .description('Derives facts and contents of stored filings by the rules of this version.')
  .action(async () => {
    const { runDerive } = await import('./commands/derive.ts')
    await runDerive()
  })

program
  .command('rate')
  .description('Rates what changed in the store, and every organization among its peers.')
  .option('--json', 'print the summary as JSON')
  .action(async (options: { json?: boolean }) => {
    const { runRate } = await import('./commands/rate.ts')
    await runRate(options)
  })

program
  .command('enrich')
  .description(
    'Reads the home pages and icons of the websites that latest filings name, where robots.txt ' +
      'lets it: those never read, newly filed, or read long ago.',
  )
  .option('--limit <count>', 'read at most so many organizations: never read ones first')
  .option('--ein <EIN>', 'only this organization, due or not')
  .option('--again', 'all of them, due or not')
  .option('--json', 'print the summary as JSON')
  .action(async (options: Record<string, unknown>) => {
    const { runEnrich } = await import('./commands/enrich.ts')
    await runEnrich(options)
  })

program
  .command('reindex')
  .description('Builds the search index from the store beside the live one, then switches.')
  .option('--changed', 'start from the live index and write only what changed since')
  .action(async (options: { changed?: boolean }) => {
    const { runReindex } = await import('./commands/reindex.ts')
    await runReindex(options)
  })

program
  .command('refresh')
  .description('Does what is due after a load or an update: derive, resolve, rate, reindex.')
  .option('--network', 'find the recipients of all grants again, due or not')
  .option('--websites', 'read the websites that are due, too, which asks hosts all over the world')
  .action(async (options: { network?: boolean; websites?: boolean }) => {
    const { runRefresh } = await import('./commands/refresh.ts')
    await runRefresh(options)
  })

program
  .command('rollback')
  .description('Makes the index live that was live before.')
  .option('--to <index>', 'another complete index; status lists them')
  .action(async (options: { to?: string }) => {
    const { runRollback } = await import('./commands/rollback.ts')
    await runRollback(options)
  })

program
  .command('prune')
  .description('Deletes the indices that are neither live nor kept for rollback.')
  .option('--yes', 'without asking')
  .action(async (options: { yes?: boolean }) => {
    const { runPrune } = await import('./commands/prune.ts')
    await runPrune(options)
  })

program
  .command('status')
  .description('Shows what the store holds, which indices there are and what is missing.')
  .option('--json', 'print it as JSON')
  .action(async (options: { json?: boolean }) => {
    const { runStatus } = await import('./commands/status.ts')
    await runStatus(options)
  })

program
  .command('verify')
  .description('Checks the live index against the store; fails when they differ.')
  .action(async () => {
    const { runVerify } = await import('./commands/verify.ts')
    await runVerify()
  })

await runCommand(async () => {
  await program.parseAsync()
})
