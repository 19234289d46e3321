import { readTsv } from '../tsv.ts'

/** A region of several states, by the USPS codes that people usually count to it. */
export type UsRegion = { label: string; states: string[] }

const REGIONS = new Map(
  readTsv(new URL('./us-regions.tsv', import.meta.url)).map(([label = '', states = '']) => [
    label.toLowerCase().replaceAll('-', ' '),
    { label, states: states.split(' ') },
  ]),
)

/** Returns the region with this name in lower case, such as "new england". */
export const findUsRegion = (name: string): UsRegion | undefined => REGIONS.get(name)
