import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { NARRATIVE_PATHS } from '#src/domain/facts/narrative-paths.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { roundVector } from '#src/platform/embedding/round-vector.ts'
import { streamOrganizations } from '../build/read-organizations.ts'
import { toOrganizationDocument } from '../documents/organization-document.ts'
import { toCauseText } from '../documents/passages.ts'

// Comparing two hundred documents field by field costs a second. It finds a fault that affects one
// document in a hundred with a probability of 87 %.
const DOCUMENTS = 200

// Looking up fifty vectors costs a second. It finds a loss of one vector in twenty with a
// probability of 92 %.
const VECTORS = 50

/** The content of an index: organizations as of a release, except some. */
type Held = { release: string; except: string[] }

/** Builds documents of random organizations that have not changed since the release. */
export const sampleDocuments = (session: Session, held: Held) =>
  readSample(session, held, DOCUMENTS)

/**
 * Does the same for organizations with cause text, each with its vector from `readVectors`. They
 * are chosen among the forms that ask for text, which may be a small share. A document without a
 * vector has a text that `readVectors` does not return.
 */
export async function sampleVectors(
  session: Session,
  held: Held,
  readVectors: (texts: string[]) => Promise<Map<string, Float32Array>>,
): Promise<OrganizationDocument[]> {
  const filed = await readSample(session, held, VECTORS, Object.keys(NARRATIVE_PATHS))
  const texts = filed.map(({ display }) => toCauseText(display.passages))
  const vectors = await readVectors(texts.filter((text) => text !== undefined))
  return filed.flatMap((document, at) => {
    const text = texts[at]
    if (text === undefined) return []
    const vector = vectors.get(text)
    return vector ? { ...document, vector: { cause: roundVector(vector) } } : document
  })
}

async function readSample(
  session: Session,
  { release, except }: Held,
  size: number,
  forms?: string[],
): Promise<OrganizationDocument[]> {
  const rows = await session.query<{ ein: string }>(
    `select ein from organization
     where changed_release <= $1 and ($3::text[] is null or primary_form = any($3))
       and ein <> all($4)
       and ein not in (select ein from rating where changed_release > $1)
       and ein not in (select ein from rating_removed where release > $1)
       and ein not in (select ein from enrichment where is_unreleased or release > $1)
     order by random() limit $2`,
    [release, size, forms, except],
  )
  const documents: OrganizationDocument[] = []
  const eins = rows.map(({ ein }) => ein)
  for await (const batch of streamOrganizations(session, { eins })) {
    documents.push(...batch.map(toOrganizationDocument))
  }
  return documents
}
