import { expect } from 'vitest'

/**
 * Compares texts by title with `test/recorded/<module>.txt`, the only place that repeats what the
 * product says. `vitest -u` rewrites the file, and its diff is the review. Call it once for each
 * module.
 */
export async function expectRecorded(
  module: string,
  texts: Record<string, string | readonly string[]>,
): Promise<void> {
  const parts = Object.entries(texts).map(
    ([title, text]) => `## ${title}\n${[text].flat().join('\n')}\n`,
  )
  await expect(parts.join('\n')).toMatchFileSnapshot(
    new URL(`./recorded/${module}.txt`, import.meta.url).pathname,
  )
}
