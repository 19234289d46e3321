import { cutsIn, type PartId } from '#src/domain/filing-contents.ts'
import { HEADER_BLOCK } from '#src/domain/form.ts'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { openReturn, RETURN_DATA, toItemsXml, toPartXml } from '#src/domain/return-xml.ts'
import { openClientSlots, type ReadTimeouts, type SlotCounts } from '#src/limits/client-slots.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Filing, FilingSummary } from '../organization.ts'
import { readFiling, replaced } from '../store/read-organization.ts'
import { readCutLengths, readParts } from '../store/read-parts.ts'

/** How many returns may be read as XML at once, and how long one may take. */
export const XML_LIMITS: SlotCounts & ReadTimeouts = {
  // Like other downloads; each holds up to about 10 MB.
  ofOneClient: 2,
  inAll: 4,
  idleMs: 60_000,
  // The largest return, about 100 MB, at 200 KB a second.
  longestMs: 600_000,
}

/** Parts with this many bytes of JSON together are read in one statement. */
const READ_TOGETHER = 1 << 20
/** Items of a long repeat that are read in one statement. */
const ITEMS = 1_000

type ReturnXml = {
  filing: FilingSummary
  /** Read on demand; throws StoreUnavailable if a load replaces the filing meanwhile. */
  pieces: AsyncIterable<string>
  /** Frees the slot. */
  close(): Promise<void>
}

/**
 * Returns a function that opens a filing of an organization, superseded ones included, as XML built
 * from its stored parts. The caller always closes what it opened. Opening throws ApiError
 * ProfileNotFound, FilingNotFound, StoreUnavailable, and RateLimited when no slot is free.
 */
export function limitReturnXml(
  deps: ProfileDeps,
): (ein: string, objectId: string, client: string) => Promise<ReturnXml> {
  const slots = openClientSlots(XML_LIMITS, { what: 'downloads of filings', retryAfterSeconds: 10 })
  return (ein, objectId, client) =>
    slots.hold(client, async (free) => {
      const filing = await openStored(deps, ein, objectId)
      return { filing, pieces: toXml(deps, filing), close: async () => free() }
    })
}

async function openStored(deps: ProfileDeps, ein: string, objectId: string): Promise<Filing> {
  const { filings } = await openProfile(deps, ein)
  const known = filings.find((filing) => filing.objectId === objectId)
  if (!known) throw new ApiError('FilingNotFound', { message: describeUnknown(ein, objectId) })
  if (known.form === '990N') throw new ApiError('FilingNotFound', { message: POSTCARD })
  const filing = await readFiling(deps.postgres, objectId)
  if (!filing) throw replaced()
  return filing
}

const describeUnknown = (ein: string, objectId: string): string =>
  `No filing with the object ID ${objectId} of EIN ${ein} is loaded. To list its filings, use /filings.`
const POSTCARD = 'A Form 990-N is a postcard, which the IRS does not publish as XML.'

async function* toXml({ postgres }: ProfileDeps, filing: Filing): AsyncGenerator<string> {
  const { contents } = filing
  const lengths =
    contents.cut.length === 0
      ? new Map<string, number>()
      : await readCutLengths(postgres, filing.objectId, contents.cut)
  yield openReturn(filing.schemaVersion, commentOf(filing))
  const header = contents.blocks.filter(isHeader)
  const data = contents.blocks.filter((part) => !isHeader(part))
  for (const group of groupParts(header)) yield* readGroup(group)
  yield RETURN_DATA.open
  for (const group of groupParts(data)) yield* readGroup(group)
  yield RETURN_DATA.close

  async function* readGroup(group: readonly PartId[]): AsyncGenerator<string> {
    const { blocks } = await readParts(postgres, filing, { blocks: group })
    for (const part of blocks) {
      for (const piece of toPartXml(part, part.content, new Set(cutsIn(contents, part)))) {
        if (typeof piece === 'string') yield piece
        else yield* readRepeat(piece)
      }
    }
  }

  async function* readRepeat({ cut, name, depth }: { cut: string; name: string; depth: number }) {
    const rows = lengths.get(cut) ?? 0
    for (let from = 0; from < rows; from += ITEMS) {
      const portion = { path: cut, from, to: Math.min(from + ITEMS, rows) }
      const { repeats } = await readParts(postgres, filing, { portions: [portion] })
      yield toItemsXml(name, repeats[0]?.items ?? [], depth)
    }
  }
}

const isHeader = ({ block }: PartId): boolean => block === HEADER_BLOCK

/** Groups neighboring parts that are read together. */
function groupParts<Part extends { bytes: number }>(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  let bytes = 0
  for (const part of parts) {
    const group = groups.at(-1)
    if (group && bytes + part.bytes <= READ_TOGETHER) group.push(part)
    else {
      groups.push([part])
      bytes = 0
    }
    bytes += part.bytes
  }
  return groups
}

/** Says where the file comes from, and how it may differ from the original. */
function commentOf(filing: FilingSummary): string[] {
  const { objectId, sourceArchive, sourceMember } = filing
  return [
    `Rebuilt from stored data. This is not the file that the IRS published: return ${objectId}`,
    `in ${sourceArchive}${sourceMember === null ? '' : `, file ${sourceMember}`}.`,
    'Element names, attributes, texts, and the order of elements are as filed, with these differences:',
    '* White space around texts, namespaces, prefixes, comments, and processing instructions are not kept.',
    '* The attributes of Return and ReturnData are not kept, apart from returnVersion.',
    '* Elements with the same name and parent follow each other.',
    `* Social security numbers are removed, and texts longer than ${LONGEST_TEXT} bytes are cut.`,
  ]
}
