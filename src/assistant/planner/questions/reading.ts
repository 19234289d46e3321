import { parseTypedEin } from '../../../domain/ein.ts'
import type { ChatContext } from '../../chat.ts'
import type { Before } from './conversation.ts'
import type { Masked } from './names.ts'
import { toMention } from './names.ts'
import type { AboutOne, AboutOrganizations, Mention, Unread, When } from './question.ts'
import { organizationsIn } from './subjects.ts'

/** A message on its way: what is left of it to be read, and what was read. */
export type Reading = {
  masked: Masked
  rest: string
  /** `rest` with years and forms, which a search may be for. */
  dated: string
  when: When
  /** What of its time cannot be taken into account. */
  unread: string[]
  isStretch: boolean
  limit: { limit?: number }
  before: Before
  context: ChatContext
  /** Organizations of the last answer's list that it points at ("the second one"). */
  ordinals: Mention[]
}

/** A question of one kind about organizations. */
export const about = (
  kind: AboutOne,
  organizations: Mention[],
  more: When & Unread & { limit?: number; chiefFirst?: true } = {},
): AboutOrganizations => ({ kind, organizations, ...more })

const THIS = /\b(?:this|here)\b/i

/** Whom "it" or "this organization" means: the one before, or the one whose page is open. */
export function pointedAt(
  text: string,
  { mention }: Before,
  context: ChatContext,
): Mention | undefined {
  const page = pageMention(context)
  return THIS.test(text) ? (page ?? mention) : (mention ?? page)
}

// The page of an organization, and whatever is read beneath it.
const CHARITY_PATH = /(?:^|\/)charity\/(?<digits>[\d-]{8,10})(?=[/?#]|$)/

function pageMention({ ein, name, path = '' }: ChatContext): Mention | undefined {
  const digits = ein ?? CHARITY_PATH.exec(path)?.groups?.digits
  const known = digits === undefined ? undefined : parseTypedEin(digits)
  if (known) return { ein: known }
  return name === undefined ? undefined : toMention(name)
}

/** Of whom a question is: those it points at in a list, names, or who was spoken of before. */
export function subjects({ masked, before, context, ordinals }: Reading, rest: string): Mention[] {
  if (ordinals.length > 0) return ordinals
  const named = organizationsIn(masked, rest)
  if (named.length > 0) return named
  const pointed = pointedAt(rest, before, context)
  return pointed ? [pointed] : []
}

/** What of a question is not read, each once; nothing where all is. */
export const unreadOf = ({ unread }: Reading, figures?: { unread: string[] }): Unread => {
  const all = [...new Set([...(figures?.unread ?? []), ...unread])]
  return all.length > 0 ? { unread: all } : {}
}

/** Year and form of a question before, without the rest of it. */
export const yearOf = ({ year, form }: When): When => ({
  ...(year !== undefined && { year }),
  ...(form && { form }),
})
