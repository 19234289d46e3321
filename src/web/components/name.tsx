import type { ComponentChildren } from 'preact'
import { cutText } from './cut-text.ts'

/**
 * A name or place as somebody filed it. Marks in it that turn text around end with it and leave
 * what stands beside it, such as an EIN, as it is.
 */
export const Name = ({ children }: { children: ComponentChildren }) => (
  <bdi>{typeof children === 'string' ? cutText(children) : children}</bdi>
)

/** Facts on one line; each is kept from turning the others around, as some are as filed. */
export const FactsLine = ({ facts }: { facts: readonly (string | undefined)[] }) => (
  <>
    {facts
      .filter((fact) => fact !== undefined)
      .map((fact, at) => (
        <span key={fact}>
          {at > 0 && ' · '}
          <Name>{fact}</Name>
        </span>
      ))}
  </>
)
