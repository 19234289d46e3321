import type { TestProject } from 'vitest/node'
import { findChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the browser; empty with SKIP_BROWSER, which skips these tests. */
    chromium: string
    /** True for the few stories and pages of `npm test`; the other project tests the rest. */
    isSmoke: boolean
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', process.env.SKIP_BROWSER ? '' : await findChromium(process.env))
}
