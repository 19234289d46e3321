/** The commands a refresh runs; each opens what it needs and prints what it did. */
type RefreshCommands = Record<
  'derive' | 'resolve' | 'rate' | 'enrich' | 'reindex',
  () => Promise<void>
>

/**
 * Runs everything that is due after a load or an update, in order; a command without work takes
 * seconds. Throws the error of the command that failed.
 */
export async function refresh(run: RefreshCommands, withWebsites: boolean): Promise<void> {
  await run.derive()
  await run.resolve()
  await run.rate()
  try {
    // Only on request: every other command sends no requests to other hosts.
    if (withWebsites) await run.enrich()
  } finally {
    // Loaded and rated data goes live even if no website could be reached.
    await run.reindex()
  }
}
