import type { ComponentChildren } from 'preact'
import { parseRef } from '#src/domain/evidence.ts'
import { evidencePath } from '#src/web/links.ts'
import { Name } from '../name.tsx'
import { useSourceNumber } from '../printed-sources.tsx'

type Props = { ein: string; label: string; ref_: string; children: ComponentChildren }

/** A short text that is the way to its evidence; kept apart from text around it that runs the other way. */
export const Cited = ({ ein, label, ref_: ref, children }: Props) => (
  <a
    class="figure"
    href={evidencePath(ein, ref)}
    data-source={useSourceNumber(ein, ref, label)}
    title={`${label}: ${parseRef(ref)?.kind === 'filing' ? 'where it was filed' : 'where it is listed'}`}
  >
    <Name>{children}</Name>
  </a>
)
