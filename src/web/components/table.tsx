import type { ComponentChild, ComponentChildren } from 'preact'

type ScrollProps = { name: string; class?: string; children: ComponentChildren }

/** Wide content that scrolls within itself, also by keyboard; screen readers call it `name`. */
export const Scroll = ({ name, class: kind = 'scroll', children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls must be reachable by keyboard.
  <section class={kind} aria-label={name} tabIndex={0}>
    {children}
  </section>
)

/** The head of a column; `numeric` is for figures, which are aligned right. */
type Head = string | { label: ComponentChild; class: string | undefined }
export const numeric = (label: string): Head => ({ label, class: 'number' })

type TableProps = {
  /** What screen readers call the table. */
  name: string
  /** Hidden from the eye unless `isCaptioned`; `name` if left out. */
  caption?: ComponentChildren
  isCaptioned?: boolean
  class?: string | undefined
  heads: readonly Head[]
  /** Whether `children` are bodies of the table rather than rows. */
  isGrouped?: boolean
  /** Notes that scroll with the table. */
  after?: ComponentChildren
  children: ComponentChildren
}

/** A table that scrolls within itself. */
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
          {heads.map((head, at) => (
            <th key={at} scope="col" class={typeof head === 'string' ? undefined : head.class}>
              {typeof head === 'string' ? head : head.label}
            </th>
          ))}
        </tr>
      </thead>
      {props.isGrouped ? props.children : <tbody>{props.children}</tbody>}
    </table>
    {props.after}
  </Scroll>
)

/** Code that scrolls within itself; screen readers call it `name`. */
export const CodeBlock = ({ name, code }: { name: string; code: string }) => (
  <Scroll name={name} class="scroll code">
    <pre>
      <code>{code}</code>
    </pre>
  </Scroll>
)
