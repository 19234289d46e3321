/** Slots for work whose concurrency is limited; a caller without a slot waits in a queue. */
export type Semaphore = {
  /**
   * Resolves, in order of arrival, with a function that frees the slot; freeing it twice has no
   * effect. When the signal aborts first, rejects with its reason and leaves the queue.
   */
  acquire(signal: AbortSignal): Promise<() => void>
  /** Returns whether the next caller has to wait. */
  isFull(): boolean
  /** Returns how many slots are taken. */
  taken(): number
  /** Returns how many callers wait. */
  waiting(): number
}

/** Returns a semaphore of `size` slots, all free. */
export function openSemaphore(size: number): Semaphore {
  // A set keeps the order of arrival and removes an aborted caller at once.
  const queue = new Set<() => void>()
  let free = size
  const freeOnce = () => {
    let isFreed = false
    return () => {
      if (isFreed) return
      isFreed = true
      const [next] = queue
      if (next) next()
      else free += 1
    }
  }
  return {
    isFull: () => free === 0,
    taken: () => size - free,
    waiting: () => queue.size,
    acquire(signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (free > 0) {
        free -= 1
        return Promise.resolve(freeOnce())
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.delete(enter)
          reject(signal.reason)
        }
        const enter = () => {
          queue.delete(enter)
          signal.removeEventListener('abort', leave)
          resolve(freeOnce())
        }
        queue.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
