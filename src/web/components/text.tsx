import type { ComponentChildren } from 'preact'
import { formatDay } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { cutShort, SHOWN_NAME_LENGTH, startOf, toLine } from '#src/domain/filed-text.ts'
import { organizationPath } from '../links.ts'

/** About three paragraphs; the evidence page has the whole text. */
export const LONGEST_TEXT = 2_000

/** Returns a text cut between words, with an ellipsis if anything is cut. */
export function cutText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text
  const space = text.lastIndexOf(' ', longest - 1)
  // A text without spaces is cut within a word.
  return `${startOf(text, space > longest / 2 ? space : longest)} …`
}

// Longer than components show, so that they still detect a cut text and link to the whole.
const LONGEST_IN_MODEL = 2 * LONGEST_TEXT
const NAMES = new Set([
  ...['name', 'legalName', 'inCareOf', 'principalOfficer'],
  ...['street', 'city', 'state', 'zip', 'country'],
])

/**
 * Returns the props of a page with names, places and long texts cut, since components repeat them in
 * labels and links. An object in which nothing is cut is returned as it is.
 */
export function cutTexts<Model>(model: Model, longest?: number): Model
export function cutTexts(model: unknown, longest = LONGEST_IN_MODEL): unknown {
  if (typeof model === 'string') return cutShort(model, longest)
  if (model instanceof Map)
    return new Map([...model].map(([key, one]) => [key, cutTexts(one, longest)]))
  if (!isPlain(model)) return model
  const entries = Object.entries(model)
  const cut = entries.map(([key, one]) =>
    cutTexts(one, NAMES.has(key) ? SHOWN_NAME_LENGTH : longest),
  )
  if (entries.every(([, one], at) => one === cut[at])) return model
  return Array.isArray(model) ? cut : Object.fromEntries(entries.map(([key], at) => [key, cut[at]]))
}

const isPlain = (model: unknown): model is object =>
  Array.isArray(model) ||
  (typeof model === 'object' && model !== null && Object.getPrototypeOf(model) === Object.prototype)

/** Returns a name as a label: on one line, without invisible characters, cut to `length` characters. */
export function toLabel(text: string, length: number): string {
  const plain = toLine(text)
  const characters = [...plain]
  if (characters.length <= length) return plain
  const start = characters.slice(0, length - 1).join('')
  return `${start.trimEnd()}…`
}

/** A name or place as filed, isolated so that its direction marks do not affect the text next to it. */
export const Name = ({ children }: { children: ComponentChildren }) => (
  <bdi>{typeof children === 'string' ? cutText(children) : children}</bdi>
)

type DisplayProps = { name: string; length?: number | undefined }

/**
 * A name of an organization, a person or a place: in title case if it was filed in capitals, with
 * the filed form on hover. Filed values that a page quotes as evidence stay in `Name`.
 */
export const DisplayName = ({ name, length = LONGEST_TEXT }: DisplayProps) => {
  const shown = displayName(name)
  return (
    <bdi title={shown === name ? undefined : cutText(name)}>
      {length === LONGEST_TEXT ? cutText(shown) : toLabel(shown, length)}
    </bdi>
  )
}

/** Facts on one line, each isolated. */
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

export const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatDay(iso)}</time>

type TermProps = {
  term: ComponentChildren
  class?: string | undefined
  children: ComponentChildren
}

/** A term and what it is, as one entry of a `dl`; `class` is that of the value. */
export const Term = ({ term, class: kind, children }: TermProps) => (
  <div>
    <dt>{term}</dt>
    <dd class={kind}>{children}</dd>
  </div>
)

type LinkProps = { href: string | undefined; children: ComponentChildren }

/** Content as a link if it has an address. */
export const MaybeLink = ({ href, children }: LinkProps) =>
  href === undefined ? children : <a href={href}>{children}</a>

/** The name of an organization as a link to its page, if its EIN is known. */
export const OrganizationLink = ({ ein, ...shown }: DisplayProps & { ein: string | undefined }) => (
  <MaybeLink href={ein && organizationPath(ein)}>
    <DisplayName {...shown} />
  </MaybeLink>
)

type ListProps = { texts: readonly string[]; class?: string; 'aria-label'?: string }

/** A list of texts. */
export const TextList = ({ texts, ...list }: ListProps) => (
  <ul {...list}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
