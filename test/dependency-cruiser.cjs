/**
 * Lists which folder may import which, types included. docs/working/architecture.md explains the folders.
 */
const own = '^(src|indexer|mappings)/'
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: own, pathNot: `^(${allowed.join('|')})/?` },
})
const onlyIn = (name, from, packages) => ({
  name,
  severity: 'error',
  from: { path: own, pathNot: from },
  to: { path: `node_modules/(${packages.join('|')})/` },
})
const DOMAIN = ['src/domain', 'mappings']
const CORE = [...DOMAIN, 'src/figures', 'src/platform', 'src/limits', 'src/rating']
const STEPS = [
  'load',
  'resolve',
  'awards',
  'screen',
  'network',
  'derive',
  'rate',
  'enrich',
  'index',
]
/** A room imports the core and itself. */
const room = (name, ...more) =>
  only(`${name}-imports`, `^src/${name}/`, [...CORE, `src/${name}`, ...more])

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('domain-imports-nothing-of-ours', '^src/domain/', ['src/domain']),
    only('mappings-import-nothing-of-ours', '^mappings/', ['mappings']),
    only('figures-import-domain', '^src/figures/', ['src/domain', 'src/figures']),
    only('rating-is-pure', '^src/rating/', [...DOMAIN, 'src/figures', 'src/rating']),
    only('search-queries-and-hits-are-pure', '^src/search/(identity/|discovery/|listing)', [
      ...DOMAIN,
      // The one pure part of embedding; the rest opens the model.
      'src/platform/embedding/round-vector',
      'src/search/(params|facets|filters|filter-parameters|filter-table)',
      'src/search/(identity|discovery)',
    ]),
    only('platform-imports', '^src/platform/', ['src/platform', 'src/domain']),
    only('limits-import', '^src/limits/', ['src/limits', 'src/platform']),
    room('search'),
    room('organizations'),
    // Opening a filer, citing a filing and cursors are the same for all operations on the store.
    room('network', 'src/organizations/(open-profile|organization|deps|cursor|evidence)'),
    room('sector'),
    room('provenance'),
    room('submissions'),
    room('access'),
    // Tools call operations of the API.
    room('tools', 'src/api/shared', 'src/access/own-requests', 'src/organizations', 'src/rating'),
    room('assistant', 'src/search', 'src/organizations', 'src/tools'),
    // Sources read files; indexer/load decides what happens to the rows.
    only('sources-import', '^indexer/sources/', [
      'indexer/sources',
      'indexer/records',
      'src/domain',
      'src/platform',
      'src/cli/show-text',
    ]),
    // A step shares only the store with other steps; the pipeline orders them.
    ...STEPS.map((step) => ({
      name: `${step}-imports-no-step`,
      severity: 'error',
      from: { path: `^indexer/${step}/` },
      to: {
        path: `^indexer/(${STEPS.join('|')}|pipeline|commands|demo)/`,
        pathNot: `^indexer/${step}/`,
      },
    })),
    only('store-imports', '^indexer/store/', [...CORE, 'indexer/store', 'indexer/records']),
    {
      name: 'pipeline-never-imports-commands',
      severity: 'error',
      from: { path: '^indexer/pipeline/' },
      to: { path: '^indexer/(commands|demo)/' },
    },
    only('indexer-imports', '^indexer/', [
      'indexer',
      ...CORE,
      'src/sector',
      // A build passes the same checks as the live index.
      'src/search/invariants/check',
      // Commands on both sides report failures and show text in the same way.
      'src/cli/(run-command|break-lines|show-text|usage)',
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
      from: { path: '^src/', pathNot: '^src/(api|web|mcp|tools)/|^src/app\\.ts' },
      to: { path: '^src/(api|web|mcp)/' },
    },
    {
      name: 'surfaces-share-only-what-is-shared',
      severity: 'error',
      from: { path: '^src/(api/a|api/b|web|mcp)/' },
      to: {
        path: '^src/(api|web|mcp)/',
        pathNot: '^src/($1|api/shared|api/lists|api/openapi)/',
      },
    },
    {
      name: 'components-import-no-pages',
      severity: 'error',
      from: { path: '^src/web/(components|charts)/' },
      to: { path: '^src/web/pages/' },
    },
    {
      name: 'components-read-nothing',
      severity: 'error',
      from: { path: '^src/web/(components|charts)/' },
      to: {
        path: '^src/(platform/clients|[a-z]+/store|organizations/open-profile|search/(ask|similar|suggest))',
        dependencyTypesNot: ['type-only'],
      },
    },
    onlyIn('only-pages-import-page-libraries', '^src/web/', [
      'preact-render-to-string',
      'd3-(scale|shape)',
      'esbuild',
    ]),
    onlyIn('only-mcp-imports-its-protocol', '^src/mcp/', ['@modelcontextprotocol']),
    onlyIn('only-clients-import-engine-clients', '^src/platform/clients/', [
      'pg',
      'pg-copy-streams',
      'pg-cursor',
      '@opensearch-project/opensearch',
    ]),
    onlyIn('only-clients-call-other-hosts', '^src/platform/clients/', [
      'undici',
      'nodemailer',
      'standardwebhooks',
      'ipaddr\\.js',
    ]),
    onlyIn(
      'only-embedding-and-training-import-the-model-library',
      '^src/(platform/embedding/|assistant/intents/train)',
      ['@huggingface/transformers', 'onnxruntime-node'],
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
