import { padEin } from '#src/domain/ein.ts'

/** EINs of the demo that documented requests ask about. */
export const DEMO = {
  turkanaWells: '070000101',
  hockingHillsFoodBank: '080000102',
  maumeeValleyFoodBank: '080000103',
  republicanRiver: '290000118',
  brightwater: '490000181',
  perryCountyHomes: '700000131',
  trailblazerScouts: '180000201',
} as const

export const FOOD_BANKS = [DEMO.hockingHillsFoodBank, DEMO.maumeeValleyFoodBank]

/** A documented request; a test records its response. */
export type ExampleRequest = {
  /** Distinguishes the example from the others of its operation. */
  name: string
  summary: string
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: Record<string, unknown>
  /** Media type of the response; JSON when absent. */
  type?: string
}

/** The only example of an operation. */
export const example = (
  summary: string,
  request: Omit<ExampleRequest, 'name' | 'summary'> = {},
): ExampleRequest[] => [{ name: 'Example', summary, ...request }]

/** Returns the path parameter of an example, as the integer that the document shows. */
export const inPath = (ein: string) => ({ ein: Number(ein) })

/** Returns the path and query of an example; an EIN in a path has its nine digits. */
export function addressOf(
  template: string,
  { path, query }: Pick<ExampleRequest, 'path' | 'query'>,
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(path?.[name] ?? '')
    return name === 'ein' ? padEin(value) : value
  })
  const texts = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
  return texts.length === 0 ? filled : `${filled}?${new URLSearchParams(texts)}`
}
