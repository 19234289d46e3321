import { EXAMPLE_REQUESTS, type ExampleRequest } from './examples/requests.ts'

export type { ExampleRequest }

/** The first documented request of an operation; undefined where it has none. */
export const exampleOf = (operationId: string): ExampleRequest | undefined =>
  EXAMPLE_REQUESTS[operationId]?.[0]

/** Path and query of an example; in a path an EIN has its nine digits. */
export function addressOf(
  template: string,
  { path, query }: Pick<ExampleRequest, 'path' | 'query'>,
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(path?.[name] ?? '')
    return name === 'ein' ? value.padStart(9, '0') : value
  })
  const texts = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
  return texts.length === 0 ? filled : `${filled}?${new URLSearchParams(texts)}`
}
