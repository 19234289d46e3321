import { AsyncLocalStorage } from 'node:async_hooks'

const OWN = new AsyncLocalStorage<true>()

/**
 * Runs a function whose requests to this application belong to a request that was already admitted and
 * counted, such as a chat: they need no key and cost nothing.
 */
export const asOwnRequest = <Result>(run: () => Result): Result => OWN.run(true, run)

/** Returns whether the code runs for such a request. */
export const isOwnRequest = (): boolean => OWN.getStore() === true
