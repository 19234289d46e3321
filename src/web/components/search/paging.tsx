import { formatCount } from '#src/domain/money.ts'
import { DEEPEST_HIT } from '#src/search/facets.ts'
import { ROWS_PER_PAGE } from '#src/web/list-query.ts'

type ListProps = {
  page: number
  /** Rows on all pages. */
  count: number
  pathOf: (changes: { Page: number | undefined }) => string
}

/** Links to the pages of a list of `ROWS_PER_PAGE`. */
export const ListPaging = ({ page, count, pathOf }: ListProps) => (
  <Paging
    name="Pages of this list"
    page={page}
    last={lastPage(count, ROWS_PER_PAGE)}
    to={(next) => pathOf({ Page: next === 1 ? undefined : next })}
  />
)

type PagingProps = {
  name: string
  page: number
  last: number
  /** Returns the address of a page. */
  to: (page: number) => string
}

/** Links to the pages of a list; none for a single page. */
export const Paging = ({ name, page, last, to }: PagingProps) => {
  if (last <= 1) return null
  return (
    <nav class="paging" aria-label={name}>
      <ul>
        {page > 1 && (
          <li>
            <a href={to(page - 1)} rel="prev">
              Previous
            </a>
          </li>
        )}
        {pageWindow(page, last).map((one, at) => (
          <li key={one === 'gap' ? `gap-${at}` : one}>
            {one === 'gap' ? (
              <span class="gap">…</span>
            ) : (
              <a
                href={to(one)}
                aria-label={`Page ${one}`}
                aria-current={one === page ? 'page' : undefined}
              >
                {formatCount(one)}
              </a>
            )}
          </li>
        ))}
        {page < last && (
          <li>
            <a href={to(page + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** Pages shown on each side of the current one. */
const AROUND = 2

/** Returns the first page, the last, and those around the current one, with "gap" between them. */
export function pageWindow(current: number, last: number): (number | 'gap')[] {
  const around = Array.from({ length: 2 * AROUND + 1 }, (_, at) => current - AROUND + at)
  const pages = [...new Set([1, ...around, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b)
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? 0
    // Instead of a gap of one page, shows that page.
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? (['gap', page] as const) : [page]
  })
}

/** Returns the last page; pages end at the 10,000th hit. */
export const lastPage = (found: number, limit: number): number =>
  Math.max(1, Math.min(Math.ceil(found / limit), Math.floor(DEEPEST_HIT / limit)))

/** Whether some results are beyond the last page. */
export const isBeyondPages = (found: number): boolean => found > DEEPEST_HIT
