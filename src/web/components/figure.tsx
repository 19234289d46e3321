import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { type Evidence, parseRef } from '#src/domain/evidence.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { formatCount } from '#src/domain/money.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { SectionFact } from '#src/organizations/sections/section-data.ts'
import type { SourceKey } from '#src/provenance/source.ts'
import { evidencePath } from '../links.ts'
import { formatValue, formatWhole, shortenValue } from './formats.ts'
import { cutText, DisplayName, LONGEST_TEXT, Name, Term } from './text.tsx'

/** Something filed or derived, and where its evidence is. */
type Linked = {
  /** The organization it belongs to. Links to evidence use its EIN. */
  ein: string
  /** For people who hear the link without its context. */
  label: string
  /** Undefined only if no single leaf contains it. */
  ref_?: string | undefined
}

/** Has no Ref only if no single leaf contains the value; the page then lists its inputs. */
export type FigureValue = {
  value?: FactValue | undefined
  unit?: string
  ref?: string | undefined
}

type ShortProps = Omit<Linked, 'ref_'> & {
  figure: FigureValue | undefined
  /** Shown if the value is unknown. */
  unknown?: string | undefined
}

type Props = ShortProps & {
  /** `USD`, `percent`, `ratio` and so on, as in the fact catalog; by default that of the figure. */
  unit?: string | undefined
  /** Shortened to "$3.1M", with the whole figure in the title. */
  isShort?: boolean
}

/** A filed or derived figure as a link to its evidence; "not reported" if it is unknown. */
export const Figure = ({ ein, label, figure = {}, unit = figure.unit, ...options }: Props) => {
  const { unknown = 'not reported', isShort = false } = options
  const { value, ref } = figure
  if (value === undefined) return <span class="unknown">{unknown}</span>
  const whole = cutText(formatWhole(value, unit))
  const shown = isShort ? shortenValue(value, unit) : cutText(formatValue(value, unit))
  if (ref === undefined) {
    return (
      <span class="value" title={shown === whole ? undefined : whole}>
        {shown}
      </span>
    )
  }
  return (
    <a
      class="figure"
      href={evidencePath(ein, ref)}
      title={`${whole}: ${seeKind(ref)}`}
      aria-label={`${label}: ${shown === whole ? whole : `${shown}, ${whole}`}, ${seeKind(ref)}`}
    >
      {shown}
    </a>
  )
}

/** A figure in dollars, shortened. */
export const Dollars = (props: ShortProps) => <Figure {...props} unit="USD" isShort />

/** A score as a whole number. */
export const Score = (props: ShortProps) => <Figure {...props} unit="score" isShort />

type Kind = { title: string; opens: string; source?: SourceKey }

/** The kinds of evidence: their name, what a link to one opens, and the source that publishes it. */
export const EVIDENCE_KINDS: Record<Evidence['kind'], Kind> = {
  filing: { title: 'Filing', opens: 'filing', source: 'EFile' },
  bmf: { title: 'Registry row', opens: 'registry', source: 'BusinessMasterFile' },
  pub78: { title: 'Registry row', opens: 'registry', source: 'Publication78' },
  revocation: { title: 'Revocation', opens: 'list', source: 'Revocations' },
  derived: { title: 'Derived figure', opens: 'calculation' },
  award: { title: 'Federal award', opens: 'award', source: 'Awards' },
  subaward: { title: 'Federal subaward', opens: 'award', source: 'Subawards' },
  sdn: { title: 'OFAC sanctions list entry', opens: 'list', source: 'OFAC' },
  sam: { title: 'SAM.gov exclusions list entry', opens: 'list', source: 'SAMExclusions' },
  web: { title: 'Website', opens: 'website' },
}

/** Returns what a link to evidence opens: "see the filing". */
const seeKind = (ref: string): string =>
  `see the ${EVIDENCE_KINDS[parseRef(ref)?.kind ?? 'filing'].opens}`

/** A figure of a line: a Ref without a value (`readNumber`) means that the text is not readable. */
export const FiledFigure = ({ figure = {}, ...props }: Props) => {
  const { value = figure.ref && 'not readable' } = figure
  return <Figure {...props} figure={{ ...figure, value }} />
}

type AmountProps = { value: number; unit: string }

/** A figure without a source of its own, shortened; the whole figure is its title. */
export const Short = ({ value, unit }: AmountProps) => {
  const [shown, whole] = [shortenValue(value, unit), formatWhole(value, unit)]
  return <span title={shown === whole ? undefined : whole}>{shown}</span>
}

/** Shows an amount without a source of its own, shortened. */
export const inDollars = (value: number) => <Short value={value} unit="USD" />

/** A dash, which a note below each table explains. */
export const NotReported = () => (
  <span class="unknown">
    <span aria-hidden="true">–</span>
    <span class="hidden">not reported</span>
  </span>
)

type CitedProps = Linked & {
  unknown?: string
  /** Whether the text is a name, which is shown in title case. */
  isName?: boolean
  children: ComponentChildren
}

/** A short isolated text as a link to its evidence; "not reported" without a Ref. */
export const Cited = ({ ein, label, ref_: ref, isName = false, ...shown }: CitedProps) => {
  const { unknown = 'not reported', children } = shown
  if (!ref) return <span class="unknown">{unknown}</span>
  return (
    <a class="figure" href={evidencePath(ein, ref)} title={`${label}: ${seeKind(ref)}`}>
      {isName && typeof children === 'string' ? (
        <DisplayName name={children} />
      ) : (
        <Name>{children}</Name>
      )}
    </a>
  )
}

/** Longer texts are followed by the link to their evidence. */
const LONGEST_LINK = 120

type ValueProps = Linked & {
  value: FactValue
  unit?: string | undefined
  /** Whether the text is a name, which is shown in title case. */
  isName?: boolean
}

/** A value of a row or a fact as filed, with the link to its evidence. */
export const Value = ({ value, unit, isName = false, ...cited }: ValueProps) => {
  const { ein, label, ref_: ref } = cited
  if (value === '') {
    return (
      <>
        <span class="unknown">left blank</span> <SourceLink {...cited} />
      </>
    )
  }
  if (typeof value === 'string' && (value.length > LONGEST_LINK || ref === undefined)) {
    return <FiledText {...cited} text={value} />
  }
  const shown = isName && typeof value === 'string' ? displayName(value) : value
  return (
    <bdi title={shown === value ? undefined : String(value)}>
      <Figure ein={ein} label={label} figure={{ value: shown, ref }} unit={unit} />
    </bdi>
  )
}

export const WHOLE_TEXT = 'full text and source'

type TextProps = Linked & { text: string }

/** A text as filed, cut if it is very long, with the link to its evidence. */
export const FiledText = ({ text, ...cited }: TextProps) => (
  <span class="filed-text" dir="auto">
    {cutText(text)}{' '}
    <SourceLink {...cited} words={text.length > LONGEST_TEXT ? WHOLE_TEXT : undefined} />
  </span>
)

type LinkProps = Linked & { words?: string | undefined }

/** The link to the evidence of something that is not a link itself; nothing without a Ref. */
export const SourceLink = ({ ein, label, ref_: ref, words = 'source' }: LinkProps) => {
  const short = label.slice(0, LONGEST_LINK)
  if (ref === undefined) return null
  return (
    <a class="source-link" href={evidencePath(ein, ref)}>
      {words}
      <span class="hidden">: {short}</span>
    </a>
  )
}

type FactsProps = {
  ein: string
  facts: readonly (Omit<SectionFact, 'ref' | 'unit'> & {
    ref?: string | undefined
    unit?: string | undefined
  })[]
}

/** Facts with their labels; each value links to where it was filed. */
export const FactList = ({ ein, facts }: FactsProps) => (
  <dl class="facts">
    {facts.map(({ key, label, unit, value, ref }) => (
      <Term key={key} term={label} class={typeof value === 'string' ? undefined : 'number'}>
        <Value ein={ein} label={label} value={value} unit={unit} ref_={ref} />
      </Term>
    ))}
  </dl>
)

type CitationsProps = { ein: string; refs: readonly string[]; evidence: readonly EvidenceRef[] }

/** Only sums over rows cite more than a dozen leaves. */
const MAX_CITED = 12

/** The evidence for something; each citation is a link. */
export const Citations = ({ ein, refs, evidence }: CitationsProps) => {
  const cited = [...new Set(refs)]
  if (cited.length === 0) return null
  const more = cited.length - MAX_CITED
  return (
    <ul class="citations">
      {cited.slice(0, MAX_CITED).map((ref) => (
        <li key={ref}>
          <a href={evidencePath(ein, ref)}>
            {evidence.find((one) => one.ref === ref)?.citation ?? ref}
          </a>
        </li>
      ))}
      {more > 0 && <li class="quiet">{`and ${formatCount(more)} more of this kind`}</li>}
    </ul>
  )
}
