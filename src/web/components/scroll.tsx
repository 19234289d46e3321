import type { ComponentChildren } from 'preact'

/** A wide table that scrolls within itself, by keys, too; `name` is what it is called when heard. */
export const Scroll = ({ name, children }: { name: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
  <section class="scroll" aria-label={name} tabIndex={0}>
    {children}
  </section>
)
