import type { ComponentChildren } from 'preact'
import { evidencePath } from '../../links.ts'
import { useSourceNumber } from '../printed-sources.tsx'

type Props = { ein: string; label: string; ref_: string; children: ComponentChildren }

// Refs of returns begin with their form, those of the IRS's lists with the list (interface part 5).
const isFiled = (ref: string): boolean => ref.startsWith('990')

/** A short text that is the way to its evidence; kept apart from text around it that runs the other way. */
export const Cited = ({ ein, label, ref_: ref, children }: Props) => (
  <a
    class="figure"
    href={evidencePath(ein, ref)}
    data-source={useSourceNumber(ein, ref, label)}
    title={`${label}: ${isFiled(ref) ? 'where it was filed' : 'where it is listed'}`}
  >
    <bdi>{children}</bdi>
  </a>
)
