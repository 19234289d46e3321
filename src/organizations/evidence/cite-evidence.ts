import { formatDay } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { hasIrsId, SITE_NAME } from '#src/domain/evidence.ts'
import { spellName } from '#src/domain/facts/printed.ts'
import { cutShort, toLine } from '#src/domain/filed-text.ts'
import { formatExactly } from '#src/domain/format-value.ts'
import type { Organization } from '../organization.ts'
import { describeTable } from '../sections/describe-tables.ts'
import type { ResolvedEvidence } from './evidence-ref.ts'

/** A ready-made citation of evidence. */
export type Citation = { text: string; url: string; accessed: string }

type Cited = {
  /** The organization that filed it, or that the entry is about. */
  filer: Pick<Organization, 'ein' | 'name'>
  target: ResolvedEvidence
  /** The permanent address of the evidence. */
  url: string
  /** The day of access, YYYY-MM-DD. */
  accessed: string
}

/** A citation needs the beginning of a text; the address leads to all of it. */
const LONGEST_VALUE = 200

/** Returns a readable path of a Ref's evidence page, with only the necessary encoding. */
export const readableEvidencePath = (ein: string, ref: string): string =>
  `/charity/${ein}/evidence?Ref=${encodeURIComponent(ref).replace(/%(3A|2F|40|5B|5D)/g, decodeURIComponent)}`

/**
 * Returns the label of a value: the catalogue's, the row's with the person or recipient it names, or
 * the name of its element or column in words.
 */
export function labelOf({ evidence, label, row }: ResolvedEvidence): string {
  const [, derived] = partsOf(evidence)
  const last = evidence.sourcePath?.split('/').at(-1)
  return label ?? (row && labelOfRow(row)) ?? derived ?? (last ? spellName(last) : evidence.ref)
}

function labelOfRow({ table, row, place }: NonNullable<ResolvedEvidence['row']>): string {
  const { label, cells } = row
  if (label) return label
  const named = cells.name?.value
  const { label: list } = describeTable({ schemaVersion: null }, table, 1)
  const number = `${place} of ${list.charAt(0).toLowerCase()}${list.slice(1)}`
  return named ? `${displayName(String(named))}, row ${number}` : `Row ${number}`
}

/** Returns a citation of a value for a footnote, with the filer and the line. */
export function citeEvidence({ filer, target, url, accessed }: Cited): Citation {
  const { evidence, filing, value, unit, meaning } = target
  const label = oneLine(labelOf(target))
  const shown = value === undefined || value === '' ? '' : oneLine(formatExactly(value, unit))
  const figure = [shown ? `${label}: ${shown}` : label, meaning && ` (${meaning})`].join('')
  const [place = '', derived] = partsOf(evidence)
  const calculated = derived === undefined ? '' : `Calculated by ${SITE_NAME} from `
  const name = oneLine(displayName(filer.name))
  const document = filing && hasIrsId(filing) ? `, object ID ${filing.objectId}` : ''
  const receipt = filing?.receivedOn
    ? `, received by the IRS on ${formatDay(filing.receivedOn)}`
    : ''
  const source = `${name} (EIN ${formatEin(filer.ein)}), ${place}${document}${receipt}`
  return {
    text: `${figure}. ${calculated}${source}. ${url} (accessed ${formatDay(accessed)}).`,
    url,
    accessed,
  }
}

/** Returns the place in a filing or data set, and the label of a value that this site calculated. */
const partsOf = ({ citation }: ResolvedEvidence['evidence']): string[] =>
  citation.split(', derived: ')

const oneLine = (text: string): string => cutShort(toLine(text), LONGEST_VALUE)
