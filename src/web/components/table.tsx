import type { ComponentChild, ComponentChildren } from 'preact'

type ScrollProps = { name: string; class?: string; children: ComponentChildren }

/** Wide content with its own scroll area, keyboard included; screen readers call it `name`. */
export const Scroll = ({ name, class: kind = 'scroll', children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls must be reachable by keyboard.
  <section class={kind} aria-label={name} tabIndex={0}>
    {children}
  </section>
)

/**
 * The head of a column; `numeric` is for figures, which are aligned right. `sort` is the order of the
 * rows by this column, if they have one.
 */
type Head =
  | string
  | {
      label: ComponentChild
      class?: string | undefined
      sort?: 'ascending' | 'descending' | undefined
    }
export const numeric = (label: string): Head => ({ label, class: 'number' })

type TableProps = {
  /** What screen readers call the table. */
  name: string
  /** Visually hidden unless `isCaptioned`; by default `name`. */
  caption?: ComponentChildren
  isCaptioned?: boolean
  class?: string | undefined
  heads: readonly Head[]
  /** Whether `children` are table bodies instead of rows. */
  isGrouped?: boolean
  /** Notes that scroll with the table. */
  after?: ComponentChildren
  children: ComponentChildren
}

/** A table with its own scroll area. */
export const Table = ({
  name,
  caption = name,
  isCaptioned = false,
  heads,
  ...props
}: TableProps) => (
  <Scroll name={name}>
    <table class={props.class}>
      <caption class={isCaptioned ? undefined : 'hidden'}>{caption}</caption>
      <thead>
        <tr>
          {heads
            .map((head) => (typeof head === 'string' ? { label: head } : head))
            .map(({ label, sort, ...head }, at) => (
              <th key={at} scope="col" class={head.class} aria-sort={sort}>
                {label}
              </th>
            ))}
        </tr>
      </thead>
      {props.isGrouped ? props.children : <tbody>{props.children}</tbody>}
    </table>
    {props.after}
  </Scroll>
)

/** Code with its own scroll area; screen readers call it `name`. */
export const CodeBlock = ({ name, code }: { name: string; code: string }) => (
  <Scroll name={name} class="scroll code">
    <pre>
      <code>{code}</code>
    </pre>
  </Scroll>
)
