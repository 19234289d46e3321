import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { text } from 'node:stream/consumers'
import { hasRealData, REAL_DATA } from './real/real-data.ts'
import type { Counts } from './reporter.ts'
import { SLOW_TESTS } from './slow/slow-tests.ts'
import { openServers } from './world/servers.ts'

// Runs tests, by argument:
// - `check`: lint, types, and unit tests.
// - none: also the integration tests and a few stories in the browser.
// - `ci`: also the deep tests, the whole browser project, and the slow tests of paths that changed
//   since CI_BASE, by default since the last commit older than 24 hours.
// - `all`: every test and every case, with a random seed.
const MODES = {
  check: [],
  test: ['integration', 'smoke'],
  ci: ['integration', 'smoke', 'browser', 'deep', 'deep-alone'],
  all: ['integration', 'smoke', 'browser', 'deep', 'deep-alone', 'real', 'slow'],
}
// CI starts no slow test after this, because one takes two minutes and CI may spend eight.
const SLOW_MINUTES = 6

const [mode = 'test', ...arguments_] = process.argv.slice(2) as [keyof typeof MODES, ...string[]]
if (!(mode in MODES) || arguments_.length > 0) {
  console.error('Usage: npm test [-- check | ci | all]')
  process.exit(2)
}

const began = performance.now()
const seconds = (since: number) => `${Math.round((performance.now() - since) / 1_000)} s`
const folder = mkdtempSync(join(tmpdir(), 'nonprofit-counts-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
const env: NodeJS.ProcessEnv = { ...process.env }
const all: Counts = { passed: 0, failed: 0, skipped: {} }

if (mode === 'all') {
  env.TEST_ALL = '1'
  env.TEST_SEED ??= String(randomInt(2 ** 31))
  const repeat = `To repeat this run: TEST_SEED=${env.TEST_SEED} npm run test:all`
  console.log(repeat)
  process.on('exit', () => console.log(repeat))
}

function run(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, env: { ...env, ...options.env } })
  process.once('exit', () => child.kill())
  return child
}

/** Runs a step quietly, and prints its output if it fails. */
async function check(name: string, command: string, args: readonly string[]): Promise<void> {
  const since = performance.now()
  const child = run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    child.exitCode ?? once(child, 'close'),
  ])
  if (child.exitCode !== 0) fail(`${out}${err}\n${name} failed after ${seconds(since)}.`)
  console.log(`${name}: ok, ${seconds(since)}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const VITEST = [
  join('node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  'test/vitest.config.ts',
]
const REPORTERS = ['--reporter=default', '--reporter=./test/reporter.ts']
const projects = (names: readonly string[]) => names.flatMap((name) => ['--project', name])

function count(file: string): void {
  if (!existsSync(file)) fail('The tests ended without a report.')
  const counts: Counts = JSON.parse(readFileSync(file, 'utf8'))
  all.passed += counts.passed
  all.failed += counts.failed
  for (const [need, tests] of Object.entries(counts.skipped)) {
    all.skipped[need] = (all.skipped[need] ?? 0) + tests
  }
}

/** Runs test projects in one process, and returns whether all tests passed. */
async function test(names: readonly string[], files: readonly string[] = []): Promise<boolean> {
  const counts = join(folder, `${names[0]}.json`)
  const args = [...VITEST, ...REPORTERS, ...projects(names), ...files]
  const child = run(process.execPath, args, { stdio: 'inherit', env: { TEST_COUNTS: counts } })
  const [code] = await once(child, 'close')
  count(counts)
  return code === 0
}

/** Lint and types use one core while unit tests use the other. */
async function checkAll(): Promise<void> {
  const counts = join(folder, 'unit.json')
  env.TEST_COUNTS = counts
  await Promise.all([
    check('Format and lint', 'npm', ['run', '--silent', 'lint']).then(() =>
      check('Types', 'npm', ['run', '--silent', 'types']),
    ),
    check('Unit tests', process.execPath, [...VITEST, ...REPORTERS, ...projects(['unit'])]),
  ])
  count(counts)
}

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { encoding: 'utf8' }).stdout?.split('\n').filter(Boolean) ?? []

/** Returns the slow tests that concern changed paths, and prints the others. */
function chooseSlow(): string[] {
  const base = process.env.CI_BASE || git('rev-list', '-1', '--before=24 hours ago', 'HEAD')[0]
  const changed = base ? git('diff', '--name-only', base) : undefined
  console.log(
    base ? `Comparing with ${base}.` : 'Without a commit to compare with, every slow test runs.',
  )
  const [chosen, others] = partition(Object.entries(SLOW_TESTS), ([file, patterns]) =>
    [file, ...patterns].some(
      (pattern) => changed?.some((path) => matchesGlob(path, pattern)) ?? true,
    ),
  )
  leaveOut('no path that they concern has changed', others)
  return chosen.map(([file]) => file)
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

function leaveOut(reason: string, entries: readonly (readonly [string, ...unknown[]])[]): void {
  if (entries.length > 0)
    console.log(`Left out, because ${reason}: ${entries.map(([file]) => file).join(', ')}`)
}

async function testSlow(): Promise<boolean> {
  const end = performance.now() + SLOW_MINUTES * 60_000
  const chosen = chooseSlow()
  let isGreen = true
  for (const [at, file] of chosen.entries()) {
    if (performance.now() > end) {
      leaveOut(
        `${SLOW_MINUTES} minutes have passed`,
        chosen.slice(at).map((left) => [left]),
      )
      break
    }
    isGreen = (await test(['slow'], [file])) && isGreen
  }
  return isGreen
}

/** Fails for known vulnerabilities of production packages, if the registry lists them. */
function audit(): void {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json']
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 60_000 })
  const found = /^\s*\{/.test(stdout ?? '')
    ? JSON.parse(stdout).metadata?.vulnerabilities
    : undefined
  if (!found) console.log('Audit: skipped, because the registry did not answer.')
  else if (found.high + found.critical > 0) fail(stdout)
  else console.log('Audit: ok')
}

/** Prints the counts, with what skipped tests need. */
function summarize(): void {
  const skipped = Object.entries(all.skipped)
  const total = skipped.reduce((sum, [, tests]) => sum + tests, 0)
  console.log(`\nTook ${seconds(began)}.`)
  console.log(`${all.passed} passed, ${all.failed} failed, ${total} skipped`)
  for (const [need, tests] of skipped) console.log(`Skipped: ${tests} tests need ${need}.`)
  if (mode === 'all' && !hasRealData) {
    console.log(
      `Skipped: the tests of real data, because ${REAL_DATA} does not exist. Set REAL_DATA.`,
    )
  }
  // Only a person may choose to skip tests.
  if (mode === 'ci' && total > 0) fail('CI skips no test. Install what is missing.')
}

async function main(): Promise<void> {
  const names = MODES[mode]
  // Engines download and start while the checks run.
  const opening = names.length > 0 ? openServers() : undefined
  opening?.catch(() => {})
  await checkAll()
  if (mode === 'ci') audit()
  let isGreen = true
  const servers = await opening
  if (servers) {
    env.TEST_OPENSEARCH_URL = servers.opensearchUrl
    env.TEST_DATABASE_URL = servers.databaseUrl
    isGreen = await test(names.filter((name) => name !== 'real' || hasRealData))
    if (mode === 'ci' && isGreen) isGreen = await testSlow()
    await servers.stop()
  }
  summarize()
  process.exit(isGreen ? 0 : 1)
}

await main()
