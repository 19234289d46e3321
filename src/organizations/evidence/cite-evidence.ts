import { formatDay } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { hasIrsId, SITE_NAME } from '#src/domain/evidence.ts'
import { cutShort, toLine } from '#src/domain/filed-text.ts'
import { formatExactly } from '#src/domain/format-value.ts'
import type { Organization } from '../organization.ts'
import type { ResolvedEvidence } from './evidence-ref.ts'

/** A citation of evidence in three styles. */
export type Citation = { text: string; apa: string; bibtex: string; url: string; accessed: string }

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

/** Returns the label of a value: the catalogue's, the row's, or the name of its element or column. */
export function labelOf({ evidence, label, row }: ResolvedEvidence): string {
  const [, derived] = partsOf(evidence)
  const last = evidence.sourcePath?.split('/').at(-1)
  return label ?? row?.row.label ?? derived ?? last ?? evidence.ref
}

/**
 * Returns ready-made citations of a value: for a footnote, in the manner of APA, and for BibTeX. The
 * author is the filer, or this site if it calculated the value.
 */
export function citeEvidence({ filer, target, url, accessed }: Cited): Citation {
  const { evidence, filing, value, unit } = target
  const label = oneLine(labelOf(target))
  const shown = value === undefined || value === '' ? '' : oneLine(formatExactly(value, unit))
  const figure = shown ? `${label}: ${shown}` : label
  const name = oneLine(displayName(filer.name))
  const filedAs = `${name} (EIN ${formatEin(filer.ein)})`
  const [place = '', derived] = partsOf(evidence)
  const isOwn = derived !== undefined
  const document = documentOf(filing)
  const received = filing?.receivedOn
  const receipt = received ? `, received by the IRS on ${formatDay(received)}` : ''
  const source = `${filedAs}, ${place}${document}${receipt}`
  const author = isOwn ? SITE_NAME : name
  const year = isOwn ? accessed.slice(0, 4) : received?.slice(0, 4)
  const title = isOwn ? `${figure}. Calculated from ${filedAs}, ${place}` : `${figure}, ${place}`
  const isNamed = shown !== '' && place.endsWith(label)
  const kind = filing && !isOwn ? `Tax filing${document}` : 'Data set'
  const day = formatDay(accessed)
  return {
    text: `${figure}. ${isOwn ? `Calculated by ${SITE_NAME} from ` : ''}${source}. ${url} (accessed ${day}).`,
    apa: `${withPeriod(author)} (${year ?? 'n.d.'}). ${isOwn ? title : `${place}: ${isNamed ? shown : figure}`} [${kind}]. Retrieved ${day}, from ${url}`,
    bibtex: toBibtex(keyOf(filer.ein, target), {
      author: `{${toLatex(author)}}`,
      title: toLatex(title),
      year,
      howpublished: filing && toLatex(kind),
      url,
      urldate: accessed,
    }),
    url,
    accessed,
  }
}

/** Returns the place in a filing or data set, and the label of a value that this site calculated. */
const partsOf = ({ citation }: ResolvedEvidence['evidence']): string[] =>
  citation.split(', derived: ')

const documentOf = (filing: ResolvedEvidence['filing']): string =>
  filing && hasIrsId(filing) ? `, object ID ${filing.objectId}` : ''

const oneLine = (text: string): string => cutShort(toLine(text), LONGEST_VALUE)
const withPeriod = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

function toBibtex(key: string, fields: Record<string, string | undefined>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = {${value}},`],
  )
  return [`@misc{${key},`, ...lines, '}'].join('\n')
}

/** Letters, digits, and hyphens: `340714585-2022-CYTotalRevenueAmt`. */
const keyOf = (ein: string, { evidence }: ResolvedEvidence): string =>
  [ein, evidence.taxYear, evidence.sourcePath?.split('/').at(-1) ?? evidence.ref.split(':')[1]]
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^A-Za-z0-9-]/g, '')

const LATEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

const toLatex = (text: string): string =>
  text.replaceAll(/[\\~^&%$#_{}]/g, (one) => LATEX[one] ?? `\\${one}`)
