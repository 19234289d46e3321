import fc from 'fast-check'

/** Seed of every random test: fixed, unless TEST_SEED sets another. */
export const SEED = Number(process.env.TEST_SEED ?? 990)

/** True for `npm run test:all`, which covers everything instead of a sample. */
export const TAKES_ALL = process.env.TEST_ALL !== undefined

fc.configureGlobal({ seed: SEED })

export { fc }
