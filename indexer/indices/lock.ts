import type { Postgres } from '#src/clients/postgres.ts'
import { OperatorError } from '#src/errors.ts'

/**
 * Runs `work` while no other command builds, switches or deletes indices of this prefix on this
 * store. The lock ends with its process, however that ends.
 * Throws OperatorError when another holds it.
 */
export async function holdReindexLock<T>(
  db: Postgres,
  prefix: string,
  work: () => Promise<T>,
): Promise<T> {
  const outcome = await db.tryWithLock(`indices ${prefix}`, work)
  if (!outcome.isHeld) {
    throw new OperatorError(
      'Another reindex, rollback or prune is running on this store; wait for it to end.',
    )
  }
  return outcome.value
}
