/** An element of OFAC's XML: its text without blanks at the ends, its elements in their order. */
export type SdnElement = { name: string; text: string; elements: SdnElement[] }

/** An `sdnEntry` with the line it begins in. */
export type SdnEntry = { line: number; element: SdnElement }

/** The elements of a name directly below one. */
export const elementsOf = (element: SdnElement | undefined, name: string): SdnElement[] =>
  element?.elements.filter((one) => one.name === name) ?? []

/** The text of the first element of a name directly below one; null when there is none. */
export const textOf = (element: SdnElement, name: string): string | null =>
  elementsOf(element, name)[0]?.text || null
