/** How many pages are shown to each side of the current one. */
const AROUND = 2

/**
 * Numbers of the pages to link to: the first, the last, and those around the current one, with
 * "gap" for the pages between them that are left out.
 */
export function pageWindow(current: number, last: number): (number | 'gap')[] {
  const shown = [1, last, current]
  for (let step = 1; step <= AROUND; step += 1) shown.push(current - step, current + step)
  const pages = [...new Set(shown)]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b)
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? 0
    // A gap of one page is that page.
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? (['gap', page] as const) : [page]
  })
}
