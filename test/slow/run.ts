import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { matchesGlob } from 'node:path'
import { SLOW_TESTS } from './slow-tests.ts'

// `npm run test:all` runs every test with a random seed. CI runs this file with the argument
// `changed`, for the slow tests of paths changed since CI_BASE, by default since the last commit
// older than 24 hours. CI starts no slow test after 30 minutes, to finish in time.
const CI_MINUTES = 30

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(status ?? 1)
}

const runSlow = (files: string[], env: NodeJS.ProcessEnv = {}): void =>
  run('npm', ['run', 'test:slow', '--', ...files], env)

function runAll(): void {
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
  const again = `The seed is ${seed}. To repeat this run: TEST_SEED=${seed} npm run test:all`
  console.log(again)
  process.on('exit', () => console.log(again))
  const env = { TEST_SEED: seed, TEST_ALL: '1' }
  run('npm', ['test'], env)
  runSlow([], env)
}

function git(...args: string[]): string[] {
  const { stdout, status } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

/** Returns the paths changed since the base; undefined without a commit to compare with. */
function findChanged(): string[] | undefined {
  const base = process.env.CI_BASE || git('rev-list', '-1', '--before=24 hours ago', 'HEAD')[0]
  if (base === undefined || git('rev-parse', '--verify', `${base}^{commit}`).length === 0) {
    console.log('There is no commit to compare with, so every slow test runs.')
    return undefined
  }
  console.log(`Comparing with ${base}.`)
  return git('diff', '--name-only', base)
}

function leaveOut(tests: string[], reason: string): void {
  if (tests.length === 0) return
  console.log(`Left out, because ${reason}:`)
  for (const test of tests) console.log(`  npm run test:slow -- ${test}`)
}

function runChanged(): void {
  const changed = findChanged()
  const concerns = ([test, patterns]: [string, readonly string[]]) =>
    changed?.some((path) => [test, ...patterns].some((pattern) => matchesGlob(path, pattern))) ??
    true
  const all = Object.entries(SLOW_TESTS)
  const chosen = all.filter(concerns).map(([test]) => test)
  const end = performance.now() + CI_MINUTES * 60_000
  while (chosen.length > 0 && performance.now() < end) runSlow(chosen.splice(0, 1))
  leaveOut(chosen, `${CI_MINUTES} minutes have passed`)
  leaveOut(
    all.filter((entry) => !concerns(entry)).map(([test]) => test),
    'no path that they concern has changed',
  )
}

if (process.argv[2] === 'changed') runChanged()
else runAll()
