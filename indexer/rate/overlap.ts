/**
 * Works on one batch while the next is read and the one before is stored (`work` returns what
 * stores it): the store and this process each keep a core busy. Never more than three are in memory.
 */
export async function overlap<Row>(
  batches: AsyncGenerator<Row[]>,
  work: (rows: Row[]) => () => Promise<void>,
): Promise<void> {
  let storing = Promise.resolve()
  let next = batches.next()
  try {
    for (;;) {
      const { done, value: rows } = await next
      if (done) break
      next = heardLater(batches.next())
      const store = work(rows)
      await storing
      storing = heardLater(store())
    }
    await storing
  } finally {
    await batches.return(undefined)
  }
}

/** A promise that is awaited a turn later; until then its failure is nobody's. */
function heardLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
