import type { ComponentChildren } from 'preact'
import { evidencePath } from '../../links.ts'
import { useSourceNumber } from '../printed-sources.tsx'

type Props = { ein: string; label: string; ref_: string; children: ComponentChildren }

/** A short text that is the way to its evidence; kept apart from text around it that runs the other way. */
export const Cited = ({ ein, label, ref_: ref, children }: Props) => (
  <a
    class="figure"
    href={evidencePath(ein, ref)}
    data-source={useSourceNumber(ein, ref, label)}
    title={`${label}: where it was filed`}
  >
    <bdi>{children}</bdi>
  </a>
)
