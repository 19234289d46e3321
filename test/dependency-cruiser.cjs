/** The one list of who may import whom; docs/architecture.md says what each room is for. */
const own = '^(src|indexer|mappings)/'
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: own, pathNot: `^(${allowed.join('|')})/?` },
})
const DOMAIN = ['src/domain', 'mappings']
const CORE = [
  ...DOMAIN,
  'src/errors',
  'src/config',
  'src/clients',
  'src/embedding',
  'src/rating',
  'src/semaphore',
  'src/open-places',
]

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    only('domain-imports-nothing-of-ours', '^src/domain/', ['src/domain']),
    only('mappings-import-nothing-of-ours', '^mappings/', ['mappings']),
    only('rating-is-pure', '^src/rating/', [...DOMAIN, 'src/rating']),
    only('search-queries-are-pure', '^src/search/queries/', [
      ...DOMAIN,
      // The one pure part of embedding; the rest opens the model.
      'src/embedding/round-vector',
      'src/search/params',
      'src/search/queries',
    ]),
    only('search-results-are-pure', '^src/search/results/', [
      ...DOMAIN,
      'src/search/params',
      'src/search/results',
      'src/search/queries',
    ]),
    only('search-imports-core', '^src/search/', [...CORE, 'src/search']),
    only('profiles-import-core', '^src/profiles/', [...CORE, 'src/profiles']),
    only('network-imports-core', '^src/network/', [
      ...CORE,
      // Opening a filer, citing a filing and cursors are the same in all answers of the store.
      'src/profiles/(open-profile|organization|deps|cursor|evidence/evidence-ref)',
      'src/network',
    ]),
    only('sector-imports-core', '^src/sector/', [...CORE, 'src/sector']),
    only('sources-import-core', '^src/sources/', [...CORE, 'src/sources']),
    only('assistant-imports-what-it-answers-from', '^src/assistant/', [
      ...CORE,
      'src/search',
      'src/profiles',
      'src/network',
      'src/sector',
      'src/assistant',
    ]),
    only('capture-imports-core', '^src/capture/', [...CORE, 'src/capture']),
    only('access-imports-core', '^src/access/', [...CORE, 'src/access']),
    only('clients-import', '^src/clients/', [
      'src/clients',
      'src/config',
      'src/errors',
      'src/domain',
    ]),
    only('embedding-imports', '^src/embedding/', [
      'src/embedding',
      'src/config',
      'src/errors',
      'src/engines',
      'src/domain',
    ]),
    only('engines-import', '^src/engines/', ['src/engines', 'src/config', 'src/errors']),
    // They read: what becomes of the rows is told in indexer/load.
    only('sources-import', '^indexer/sources/', [
      'indexer/sources',
      'indexer/records',
      'src/domain',
      'src/errors',
      'src/engines/resumable',
    ]),
    only('indexer-imports', '^indexer/', [
      'indexer',
      'mappings',
      'src/config',
      'src/errors',
      'src/domain',
      'src/clients',
      'src/embedding',
      'src/engines',
      'src/rating',
      'src/sector',
      // Commands on both sides print text and report failures the same way.
      'src/cli/break-lines',
      'src/cli/run-command',
      'src/cli/show-text',
      'src/cli/usage',
    ]),
    {
      name: 'src-never-imports-indexer',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^indexer/' },
    },
    {
      name: 'only-app-imports-surfaces',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(surfaces/|app\\.ts)' },
      to: { path: '^src/surfaces/' },
    },
    // The documented requests are data that all of them show.
    {
      name: 'surfaces-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/surfaces/([^/]+)/' },
      to: { path: '^src/surfaces/([^/]+)/', pathNot: '^src/surfaces/($1|examples)/' },
    },
    {
      name: 'only-pages-import-page-libraries',
      severity: 'error',
      from: { path: own, pathNot: '^src/surfaces/web/' },
      to: { path: 'node_modules/(preact-render-to-string|echarts|esbuild)/' },
    },
    {
      name: 'only-the-mcp-surface-imports-its-protocol',
      severity: 'error',
      from: { path: own, pathNot: '^src/surfaces/mcp/' },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'only-clients-import-engine-clients',
      severity: 'error',
      from: { path: own, pathNot: '^src/clients/' },
      to: { path: 'node_modules/(pg|pg-copy-streams|pg-cursor|@opensearch-project/opensearch)/' },
    },
    {
      name: 'only-clients-speak-to-other-hosts',
      severity: 'error',
      from: { path: own, pathNot: '^src/clients/' },
      to: { path: 'node_modules/(undici|openai|nodemailer|standardwebhooks|ipaddr\\.js)/' },
    },
    {
      name: 'only-embedding-imports-the-model-library',
      severity: 'error',
      from: { path: own, pathNot: '^src/embedding/' },
      to: { path: 'node_modules/(@huggingface/transformers|onnxruntime-node)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: false,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
