import type { CapturedFields, CapturedIcon } from '#src/domain/enrichment.ts'
import { contentIdOf, sha256Of } from './content-id.ts'
import { type Captured, type Failure, isCaptured, type WebIcon } from './fetch-website.ts'
import { isPassing } from './passing.ts'

/** What trying a website came to. */
export type Outcome =
  | Read
  /** The site or our rules said no; asked again at once it would be the same. */
  | ({ state: 'Refused' } & Failure)
  /** Something on the way went wrong and may not the next time. */
  | ({ state: 'Failed' } & Failure)

export type Read = {
  state: 'Enriched'
  contentId: string
  /** Where it was read, after redirects. */
  url: string
  fields: CapturedFields
  icon: WebIcon | undefined
}

/** What a fetched website, or why none was fetched, means for the organization. */
export function toOutcome(fetched: Captured | Failure): Outcome {
  if (!isCaptured(fetched)) {
    return { state: isPassing(fetched.kind) ? 'Failed' : 'Refused', ...fetched }
  }
  const { url, icon } = fetched
  const { Title, Description, Text } = fetched.fields
  if (!Title && !Description && !Text) {
    return { state: 'Refused', kind: 'Empty', reason: 'The page says nothing in text.' }
  }
  const fields: CapturedFields = { ...fetched.fields, ...(icon && { Icon: toIconField(icon) }) }
  return { state: 'Enriched', contentId: contentIdOf(fields), url, fields, icon }
}

const toIconField = ({ url, mediaType, content }: WebIcon): CapturedIcon => ({
  URL: url,
  MediaType: mediaType,
  SHA256: sha256Of(content),
})
