import fc from 'fast-check'

/** Seed of every random test: fixed, unless TEST_SEED sets another. */
export const SEED = Number(process.env.TEST_SEED ?? 990)

/** Whether `npm run test:all` runs, which walks over everything of which other runs take a sample. */
export const TAKES_ALL = process.env.TEST_ALL !== undefined

fc.configureGlobal({ seed: SEED })

export { fc }
