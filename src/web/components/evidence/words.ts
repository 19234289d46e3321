import { parseRef } from '#src/domain/evidence.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { CATALOGUE } from '#src/provenance/catalogue.ts'
import type { SourceKey } from '#src/provenance/source.ts'
import { cutText } from '../cut-text.ts'
import { spellName } from './element-names.ts'

/** What a Ref names, as a heading: a figure's label, a row of its table, else its last element. */
export function titleOf({ evidence, label, row }: ResolvedEvidence): string {
  if (label) return label
  if (row) {
    const table = describeTable({ schemaVersion: null }, row.table, 1)
    return row.row.label ? cutText(row.row.label) : `Row ${row.place} of ${lowerFirst(table.label)}`
  }
  const derived = / derived: (.*)$/.exec(evidence.citation)?.[1]
  const last = evidence.sourcePath?.split('/').at(-1)
  return derived ?? (last ? spellName(last) : nameOfKind(evidence.ref))
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const KINDS = {
  filing: 'Filing',
  bmf: 'Registry row',
  pub78: 'Registry row',
  revocation: 'Revocation',
  derived: 'Derived figure',
  award: 'Federal award',
  subaward: 'Federal subaward',
  sdn: 'Entry of a sanctions list',
  sam: 'Entry of the list of exclusions',
  web: 'Website',
} as const

const nameOfKind = (ref: string): string => KINDS[parseRef(ref)?.kind ?? 'filing']

const SOURCES: Partial<Record<keyof typeof KINDS, SourceKey>> = {
  filing: 'EFile',
  bmf: 'BusinessMasterFile',
  pub78: 'Publication78',
  revocation: 'Revocations',
  award: 'Awards',
  subaward: 'Subawards',
  sdn: 'OFAC',
  sam: 'SAMExclusions',
}

/** Who publishes what a Ref was read from, and where; undefined for what we derived or read ourselves. */
export function publisherOf(
  ref: string,
): { title: string; publisher: string; url?: string } | undefined {
  const evidence = parseRef(ref)
  if (!evidence) return undefined
  const isPostcard = evidence.kind === 'filing' && evidence.form === '990N'
  const key = isPostcard ? 'Postcards' : SOURCES[evidence.kind]
  if (key === undefined) return undefined
  const { title, publisher, url } = CATALOGUE[key]
  return { title, publisher, ...(url !== undefined && { url }) }
}
