import type { EvidenceInput, OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { evidencePath } from '#src/web/links.ts'
import { cutText } from '../cut-text.ts'
import { formatExactly } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'
import { titleOf } from './words.ts'

/** How a derived figure is computed: the formula in words, and each input with its value. */
export const EvidenceDerived = ({ opened }: { opened: OpenedEvidence }) => {
  const { organization, target, inputs, inputCount } = opened
  const { formula } = target.evidence
  if (formula === undefined) return null
  return (
    <section>
      <h2>How it is computed</h2>
      <p class="formula">{formula}</p>
      {inputs.length > 0 && (
        <Scroll name="Inputs">
          <table>
            <caption>
              Computed from
              {inputs.length < inputCount &&
                ` (the first ${inputs.length} of ${inputCount} inputs)`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Input</th>
                <th scope="col">Where it stands</th>
                <th scope="col" class="number">
                  Value
                </th>
              </tr>
            </thead>
            <tbody>
              {inputs.map((input) => (
                <Input key={input.ref} ein={organization.ein} input={input} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  )
}

/** A value in a table is there to be recognized; its own page has the whole. */
const LONGEST = 80

const Input = ({ ein, input: { ref, found } }: { ein: string; input: EvidenceInput }) => {
  const title = found ? titleOf(found) : ref
  return (
    <tr>
      <th scope="row">
        <a href={evidencePath(ein, ref)}>{title}</a>
      </th>
      <td>{found?.evidence.citation ?? <span class="unknown">not in the store any more</span>}</td>
      <td class="number">{found ? shownIn(found) : <span class="unknown">not known</span>}</td>
    </tr>
  )
}

function shownIn({ value, unit, row }: NonNullable<EvidenceInput['found']>): string {
  if (value !== undefined) return cutText(formatExactly(value, unit), LONGEST) || 'left blank'
  return row ? 'a row' : 'an element'
}
