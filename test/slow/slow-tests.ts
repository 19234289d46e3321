const ENGINES = ['src/platform/**', 'src/cli/**', 'src/server.ts', 'package-lock.json']
const LOADER = ['indexer/{load,sources,records,store,pipeline,migrations}/**']
const INDEX = ['indexer/index/**', 'mappings/**']
const API = ['src/api/**', 'src/app.ts', 'src/platform/errors.ts']
const KILLS = ['test/slow/kills/{api,moments,service,state}.ts', 'test/world/command.ts']

/** Each slow test file or folder, with the paths whose change makes CI run it. */
export const SLOW_TESTS: Record<string, readonly string[]> = {
  'test/slow/engine-leases.test.ts': [...ENGINES, 'indexer/commands/**'],
  'test/slow/export-large.test.ts': ['src/search/export/**', 'src/**/*export*', ...ENGINES],
  'test/slow/fuzz-contract.test.ts': [...API, 'test/slow/schemathesis/**'],
  'test/slow/fuzz-parsers.test.ts': [
    'indexer/sources/**',
    'test/fuzz*.ts',
    'src/assistant/**',
    ...API,
  ],
  'test/slow/large-returns.test.ts': [...LOADER, 'indexer/derive/**', 'src/domain/facts/**'],
  'test/slow/notebook/notebook.test.ts': [
    'docs/notebooks/**',
    'indexer/demo/**',
    'test/slow/notebook/**',
    'src/search/**',
    ...API,
  ],
  'test/slow/kills/commands.test.ts': [
    ...[...KILLS, ...ENGINES, ...LOADER, ...INDEX],
    'indexer/commands/{fetch,refresh}.ts',
  ],
  'test/slow/kills/load.test.ts': [...KILLS, ...ENGINES, ...LOADER, 'indexer/network/**'],
  'test/slow/kills/reindex.test.ts': [...KILLS, ...INDEX],
  'test/slow/kills/service.test.ts': [...KILLS, ...ENGINES, ...INDEX],
  'test/slow/kills/stall.test.ts': [...KILLS, ...ENGINES],
  'test/slow/kills/submissions.test.ts': [...KILLS, 'src/submissions/**'],
}
