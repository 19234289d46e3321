import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { evidencePath } from '../links.ts'
import { cutText, LONGEST_TEXT } from './cut-text.ts'
import { Figure } from './figure.tsx'
import { useSourceNumber } from './printed-sources.tsx'

/** Longer texts are read, not clicked: the link to their evidence stands behind them. */
const LONGEST_LINK = 120

type Props = {
  ein: string
  label: string
  value: FactValue
  unit?: string | undefined
  ref_?: string | undefined
}

/** A value of a row or a fact, as filed: short ones are links to their evidence, long ones lead to it. */
export const Value = ({ ein, label, value, unit, ref_: ref }: Props) => {
  if (value === '') return <Empty ein={ein} label={label} ref_={ref} />
  if (typeof value === 'string' && (value.length > LONGEST_LINK || ref === undefined)) {
    return <FiledText ein={ein} label={label} text={value} ref_={ref} />
  }
  return (
    <bdi>
      <Figure ein={ein} label={label} value={value} unit={unit} ref_={ref} />
    </bdi>
  )
}

// An element that was filed without text: that it says nothing is what was filed.
const Empty = ({ ein, label, ref_: ref }: Pick<Props, 'ein' | 'label' | 'ref_'>) => (
  <>
    <span class="unknown">left blank</span>{' '}
    {ref !== undefined && <SourceLink ein={ein} label={label} ref_={ref} />}
  </>
)

type TextProps = { ein: string; label: string; text: string; ref_?: string | undefined }

/** A text as filed, cut where it is very long, with the way to its evidence. */
export const FiledText = ({ ein, label, text, ref_: ref }: TextProps) => (
  <span class="filed-text" dir="auto">
    {cutText(text)}{' '}
    {ref !== undefined && (
      <SourceLink
        ein={ein}
        label={label}
        ref_={ref}
        words={text.length > LONGEST_TEXT ? 'the whole text, and where it was filed' : undefined}
      />
    )}
  </span>
)

type LinkProps = { ein: string; label: string; ref_: string; words?: string | undefined }

/** The way to the evidence of something that is no link itself. */
export const SourceLink = ({ ein, label, ref_: ref, words = 'where filed' }: LinkProps) => (
  <a
    class="source-link"
    href={evidencePath(ein, ref)}
    data-source={useSourceNumber(ein, ref, label.slice(0, LONGEST_LINK))}
  >
    {words}
    <span class="hidden">: {label.slice(0, LONGEST_LINK)}</span>
  </a>
)
