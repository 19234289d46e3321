import { parseTypedEin } from '#src/domain/ein.ts'
import type { ChatContext } from '../../chat.ts'
import type { Before } from './conversation.ts'
import { type Masked, toMention } from './names.ts'
import type { AboutOne, AboutOrganizations, Mention, Unread, When } from './question.ts'
import { organizationsIn } from './subjects.ts'

/** A partly read message: the rest, and what was read. */
export type Reading = {
  masked: Masked
  rest: string
  /** `rest` with years and forms, which may be part of a search. */
  dated: string
  when: When
  /** Words about time that are not used. */
  unread: string[]
  isStretch: boolean
  limit: { limit?: number }
  before: Before
  context: ChatContext
  /** Organizations of the last answer that the message refers to ("the second one"). */
  ordinals: Mention[]
}

/** Returns a question of one kind about organizations. */
export const about = (
  kind: AboutOne,
  organizations: Mention[],
  more: When & Unread & { limit?: number; chiefFirst?: true } = {},
): AboutOrganizations => ({ kind, organizations, ...more })

const THIS = /\b(?:this|here)\b/i

/**
 * Returns the organization "it" or "this organization" means: the previous one or the open page's.
 */
export function pointedAt(
  text: string,
  { mention }: Before,
  context: ChatContext,
): Mention | undefined {
  const page = pageMention(context)
  return THIS.test(text) ? (page ?? mention) : (mention ?? page)
}

// The page of an organization and the pages below it.
const CHARITY_PATH = /(?:^|\/)charity\/(?<digits>[\d-]{8,10})(?=[/?#]|$)/

function pageMention({ ein, name, path = '' }: ChatContext): Mention | undefined {
  const digits = ein ?? CHARITY_PATH.exec(path)?.groups?.digits
  const known = digits === undefined ? undefined : parseTypedEin(digits)
  if (known) return { ein: known }
  return name === undefined ? undefined : toMention(name)
}

/** Returns the organizations of a question: referred to in a list, named, or mentioned before. */
export function subjects({ masked, before, context, ordinals }: Reading, rest: string): Mention[] {
  if (ordinals.length > 0) return ordinals
  const named = organizationsIn(masked, rest)
  if (named.length > 0) return named
  const pointed = pointedAt(rest, before, context)
  return pointed ? [pointed] : []
}

/** Returns the unused words of a question, each once. */
export const unreadOf = ({ unread }: Reading, figures?: { unread: string[] }): Unread => {
  const all = [...new Set([...(figures?.unread ?? []), ...unread])]
  return all.length > 0 ? { unread: all } : {}
}

/** Returns only the year and form of an earlier question. */
export const yearOf = ({ year, form }: When): When => ({
  ...(year !== undefined && { year }),
  ...(form && { form }),
})
