import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** The tests of a vitest run, with the skipped ones by what they need. */
export type Counts = { passed: number; failed: number; skipped: Record<string, number> }

// The title of a test that can be skipped ends in `(needs Chromium)`.
const NEED = /\(needs ([^)]+)\)/

/** Writes the counts of a run to the file in TEST_COUNTS. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts: Counts = { passed: 0, failed: errors.length, skipped: {} }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      if (tests.length === 0 && !module.ok()) counts.failed += 1
      for (const test of tests) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed') counts[state] += 1
        else {
          const need = NEED.exec(test.fullName)?.[1] ?? `an unnamed reason (${module.moduleId})`
          counts.skipped[need] = (counts.skipped[need] ?? 0) + 1
        }
      }
    }
    const file = process.env.TEST_COUNTS
    if (file) writeFileSync(file, JSON.stringify(counts))
  }
}
