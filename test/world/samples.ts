import { TAKES_ALL } from '#test/random.ts'

/** Demo organizations with documented cases (indexer/demo/README.md), one for each form and oddity. */
const SAMPLES = [
  '070000101', // a 990 every year, with grants abroad
  '080000102', // receives grants and federal awards
  '080000172', // may be on a sanctions list
  '190000112', // its newest return is amended twice
  '290000116', // three eras of element names
  '290000118', // the largest, with every schedule
  '290000115', // a short year
  '490000121', // a 990-T besides the 990
  '490000181', // a private foundation
  '890000146', // a 990-EZ with missing figures
  '970000161', // a postcard filer that was revoked
  '180000201', // the center of a group exemption
]

/** Returns the organizations that tests walk through: all EINs if TEST_ALL is set. */
export const takeSamples = (all: readonly string[]): readonly string[] =>
  TAKES_ALL ? all : SAMPLES
