import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { objectIdOfContent, objectIdOfName, sha256 } from '../records/row.ts'
import { Unreadable } from '../sources/bytes.ts'
import { LARGEST_RETURN, tooLarge } from '../sources/strict-return.ts'
import { openZip } from '../sources/zip.ts'
import type { Reject } from './slice-counts.ts'
import type { Member } from './slices.ts'

/** A member's bytes, the archive's name without its folder, and the entry in the archive. */
type MemberContent = { archive: string; member: string | undefined; bytes: Buffer }

export type MemberReader = {
  /** Throws Unreadable when the member is too large or cannot be unpacked. */
  read(member: Member): Promise<MemberContent>
  close(): void
}

/** Opens the container of a slice's members: the zip at `path`, or single files. */
export function openMembers(path: string, members: readonly Member[]): MemberReader {
  const isZip = members.some((member) => 'offset' in member)
  const zip = isZip ? openZip(path) : undefined
  return {
    async read(member) {
      if (member.size > LARGEST_RETURN) throw tooLarge('/', member.size, LARGEST_RETURN)
      if ('path' in member) return readFileMember(member.path)
      if (zip === undefined) throw new Error('The entry has no zip.')
      return { archive: basename(path), member: member.name, bytes: await zip.read(member) }
    },
    close: () => zip?.close(),
  }
}

// Synchronous, because this thread has nothing else to do and a promise costs more than reading a
// small file.
function readFileMember(path: string): MemberContent {
  return { archive: basename(path), member: undefined, bytes: readFileSync(path) }
}

const nameOf = (member: Member) => ('path' in member ? member.path : member.name)

/** Returns a return's object id: that in its file name, otherwise one made from its content. */
export const objectIdOf = (member: Member, hash: Buffer): string =>
  objectIdOfName(nameOf(member)) ?? objectIdOfContent(hash)

/**
 * Returns the object ids of members. The few members without an id in their name are read to
 * determine it, and read again later. An unreadable member has none here; it is rejected when it is
 * loaded.
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
    if (error instanceof Unreadable) return []
    throw error
  }
}

/** Returns the location of a member as a report names it. */
export const placeOf = (member: Member): Pick<Reject, 'file' | 'member'> =>
  'path' in member ? { file: member.path, member: undefined } : { file: '', member: member.name }

/** Returns the reject of an unreadable member. Throws `error` when the member did not cause it. */
export function toReject(member: Member, error: unknown): Reject {
  if (!(error instanceof Unreadable)) throw error
  const { code, place, message: detail } = error
  return { ...placeOf(member), line: undefined, code, place, detail }
}
