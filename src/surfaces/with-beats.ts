/** What stands in a sequence for a while in which nothing came. */
export const BEAT = Symbol('beat')

/**
 * What a source yields, with a BEAT each time so many milliseconds pass without. Throws the
 * signal's reason as soon as that aborts, also while the source is silent. The source is asked for
 * the next only when that is asked for here, and is ended in any case: `onEnded` is called once it
 * has, which nobody waits for.
 */
export async function* withBeats<T>(
  source: AsyncIterable<T>,
  everyMs: number,
  signal: AbortSignal,
  onEnded: (error?: unknown) => void,
): AsyncGenerator<T | typeof BEAT, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = iterator.next()
      let step = await soonest(next, everyMs, signal)
      while (step === BEAT) {
        yield BEAT
        step = await soonest(next, everyMs, signal)
      }
      if (step.done) return
      yield step.value
    }
  } finally {
    void endOf(iterator).then(() => onEnded(), onEnded)
  }
}

const endOf = async (iterator: AsyncIterator<unknown>): Promise<void> => {
  await iterator.return?.()
}

/** What comes first. Unlike a race of promises it leaves nothing behind on those that lose. */
function soonest<T>(
  wanted: Promise<T>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<T | typeof BEAT> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    const abort = () => {
      leave()
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      leave()
      resolve(BEAT)
    }, milliseconds)
    signal.addEventListener('abort', abort)
    wanted.finally(leave).then(resolve, reject)
    if (signal.aborted) abort()
  })
}
