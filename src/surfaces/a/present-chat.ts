import type { ChatRequest, Citation } from '../../assistant/chat.ts'
import { toPlainFiled } from '../../domain/filed-text.ts'
import type { ApiError } from '../../errors.ts'
import type { ChatBody, ChatCitation } from './chat-schema.ts'
import { presentEvidenceRef } from './evidence-schema.ts'

/** What is asked, of a body that was checked; empty hints are none. */
export function toChatRequest({ Message, History = [], Context = {} }: ChatBody): ChatRequest {
  const { Path: path, EIN: ein, CharityName: name, SearchQuery: searchQuery } = Context
  return {
    message: Message,
    history: History.map(({ Role: role, Content: content }) => ({ role, content })),
    context: {
      ...(path && { path }),
      ...(ein && { ein }),
      ...(name && { name }),
      ...(searchQuery && { searchQuery }),
    },
  }
}

/** A's form of a citation: the evidence, and what it was cited for. */
export const presentCitation = ({ ein, label, value, evidence }: Citation): ChatCitation => ({
  ...presentEvidenceRef(evidence),
  EIN: ein,
  // Our words, which may hold a name as filed.
  Label: toPlainFiled(label),
  Value: value,
})

/** What an error says within a stream: the same words as in an answer of its own. */
export const presentFailure = ({ code, message }: ApiError) => ({
  ErrorCode: code,
  Message: message,
})
