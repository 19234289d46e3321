import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { objectIdOfContent, objectIdOfName, sha256 } from '../records/object-id.ts'
import { NotText } from '../sources/decode.ts'
import { LARGEST_RETURN, tooLarge, UnreadableReturn } from '../sources/efile-xml.ts'
import { DamagedEntry, openZip } from '../sources/zip.ts'
import type { Reject } from './slice-counts.ts'
import type { Member } from './slices.ts'

/** A member's bytes, and where it came from: the archive's name without folder, the entry. */
export type MemberContent = { archive: string; member: string | undefined; bytes: Buffer }

export type MemberReader = {
  /** Throws UnreadableReturn when it is too large, DamagedEntry when it cannot be unpacked. */
  read(member: Member): Promise<MemberContent>
  close(): void
}

/** Opens what a slice's members lie in: the zip at `path`, or files of their own. */
export function openMembers(path: string, members: readonly Member[]): MemberReader {
  const isZip = members.some((member) => 'offset' in member)
  const zip = isZip ? openZip(path) : undefined
  return {
    async read(member) {
      if (member.size > LARGEST_RETURN) throw tooLarge('/', member.size, LARGEST_RETURN)
      if ('path' in member) return readFileMember(member.path)
      if (zip === undefined) throw new Error('An entry without its zip.')
      return { archive: basename(path), member: member.name, bytes: await zip.read(member) }
    },
    close: () => zip?.close(),
  }
}

// Synchronously: the thread is this reader's own, and a promise costs more than a small file.
function readFileMember(path: string): MemberContent {
  return { archive: basename(path), member: undefined, bytes: readFileSync(path) }
}

const nameOf = (member: Member) => ('path' in member ? member.path : member.name)

/** A return's object id: that of its name, else one of its content (decisions part 4). */
export const objectIdOf = (member: Member, hash: Buffer): string =>
  objectIdOfName(nameOf(member)) ?? objectIdOfContent(hash)

/**
 * Object ids by name. The few returns whose name has none are read for it, and read again later;
 * one that cannot be read has none, and is rejected when its turn comes.
 */
export async function objectIdsOf(
  members: readonly Member[],
  read: MemberReader['read'],
): Promise<string[]> {
  const ids: string[] = []
  for (const member of members) {
    const named = objectIdOfName(nameOf(member))
    if (named !== undefined) ids.push(named)
    else ids.push(...(await idOfContent(member, read)))
  }
  return ids
}

async function idOfContent(member: Member, read: MemberReader['read']): Promise<string[]> {
  try {
    return [objectIdOfContent(sha256((await read(member)).bytes))]
  } catch (error) {
    faultOf(error)
    return []
  }
}

/** Where a member lies, as a report names it. */
export const placeOf = (member: Member): Pick<Reject, 'file' | 'member'> =>
  'path' in member ? { file: member.path, member: undefined } : { file: '', member: member.name }

/** The reject of a member that cannot be read. Throws `error` when the member is not at fault. */
export function toReject(member: Member, error: unknown): Reject {
  const { code, place, message } = faultOf(error)
  return {
    ...placeOf(member),
    line: undefined,
    code,
    place,
    detail: message,
  }
}

function faultOf(error: unknown): { code: string; place: string; message: string } {
  if (error instanceof UnreadableReturn) return error
  if (error instanceof NotText) return { code: 'NotText', place: '', message: error.message }
  if (error instanceof DamagedEntry) {
    return { code: error.code, place: '', message: error.message }
  }
  throw error
}
