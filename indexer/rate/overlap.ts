/**
 * Processes one batch while the next is read and the previous one is stored (`work` returns the
 * function that stores it), so that the store and this process each keep a core busy. At most three
 * batches are in memory. Calls `onWorked` with the rows processed so far, and returns how many there
 * were.
 */
export async function overlap<Row>(
  batches: AsyncGenerator<Row[]>,
  work: (rows: Row[]) => () => Promise<void>,
  onWorked: (rows: number) => void,
): Promise<number> {
  let worked = 0
  let storing = Promise.resolve()
  let next = batches.next()
  try {
    for (;;) {
      const { done, value: rows } = await next
      if (done) break
      next = awaitedLater(batches.next())
      const store = work(rows)
      worked += rows.length
      onWorked(worked)
      await storing
      storing = awaitedLater(store())
    }
    await storing
    return worked
  } finally {
    await batches.return(undefined)
  }
}

/** Keeps a rejection from being reported as unhandled before the promise is awaited. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
