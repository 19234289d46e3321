/** A lock that the threads of one process share; only one has its turn at a time. */
export type Turn = Int32Array<SharedArrayBuffer>

export const newTurn = (): Turn => new Int32Array(new SharedArrayBuffer(4))

const FREE = 0
const TAKEN = 1

/** Waits for the turn and returns what ends it. A thread's death ends the process, so it ends too. */
export async function takeTurn(turn: Turn): Promise<() => void> {
  while (Atomics.compareExchange(turn, 0, FREE, TAKEN) !== FREE) {
    await Atomics.waitAsync(turn, 0, TAKEN).value
  }
  return () => {
    Atomics.store(turn, 0, FREE)
    Atomics.notify(turn, 0, 1)
  }
}
