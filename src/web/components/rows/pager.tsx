type PagerProps = {
  /** The address of a page of the list; without a cursor of its first. */
  pathOf: (cursor?: string) => string
  cursor: string | undefined
  next: string | undefined
}

/** The way through a list of several pages, which go forward alone: a cursor names the next. */
export const Pager = ({ pathOf, cursor, next }: PagerProps) =>
  cursor === undefined && next === undefined ? null : (
    <nav class="pager" aria-label="Pages of this list">
      {cursor !== undefined && <a href={pathOf()}>First page</a>}
      {next === undefined ? (
        <span class="quiet">This is the last page.</span>
      ) : (
        <a class="button plain" href={pathOf(next)} rel="next">
          Next rows
        </a>
      )}
    </nav>
  )
