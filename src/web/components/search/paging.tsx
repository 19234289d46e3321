import { type SearchAddress, searchPath } from '#src/web/search/address.ts'
import { pageWindow } from '#src/web/search/page-window.ts'

type Props = { address: SearchAddress; page: number; last: number }

/** Links to the pages of a search; none for a single page. */
export const SearchPaging = ({ address, page, last }: Props) => {
  if (last === 1) return null
  const to = (number: number) =>
    searchPath(address, { Cursor: number === 1 ? undefined : String(number) })
  return (
    <nav class="paging" aria-label="Pages of results">
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
                {one.toLocaleString('en-US')}
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
