/** So many places for what may be done at once; who finds none waits in line. */
export type Semaphore = {
  /**
   * Takes a place as soon as there is one, first come first served, and returns what gives it back;
   * calling that again does nothing. Once the signal aborts it throws the reason, out of the line.
   */
  take(signal: AbortSignal): Promise<() => void>
  /** Whether the next one has to wait. */
  isFull(): boolean
  /** How many stand in line. */
  waiting(): number
}

/** So many places, all free. */
export function openSemaphore(most: number): Semaphore {
  // A set keeps the order of arrival, and whoever leaves the line is taken out at once.
  const line = new Set<() => void>()
  let free = most
  const giver = () => {
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      const [next] = line
      if (next) next()
      else free += 1
    }
  }
  return {
    isFull: () => free === 0,
    waiting: () => line.size,
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (free > 0) {
        free -= 1
        return Promise.resolve(giver())
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          line.delete(enter)
          reject(signal.reason)
        }
        const enter = () => {
          line.delete(enter)
          signal.removeEventListener('abort', leave)
          resolve(giver())
        }
        line.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
