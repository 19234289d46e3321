import { formatEin } from '#src/domain/ein.ts'
import { toFiledName, toFiledPlace } from '#src/domain/filed-text.ts'
import { countOf } from '#src/domain/money.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { recoverSearch } from '#src/search/recovery/recover-search.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { type Said, sayWho } from './asked.ts'
import type { Message, Unresolved } from './message.ts'

/**
 * Says that a name can mean several organizations, or that none has it, with those that are meant
 * instead as questions to choose from. Throws ApiError SearchUnavailable or StoreUnavailable.
 */
export async function sayUnresolved(
  deps: SearchDeps & { postgres: Postgres },
  message: Message,
  unresolved: readonly Unresolved[],
): Promise<Said[]> {
  const said: Said[] = []
  for (const one of unresolved) {
    const { candidates, isAmbiguous } = one
    const name = toFiledName(one.said)
    if (candidates.length === 0) said.push(...(await sayProposals(deps, one.said)))
    else {
      said.push(
        [
          isAmbiguous
            ? `“${name}” can mean ${countOf(candidates.length, 'organization')}:`
            : `No organization is called “${name}”. The closest are:`,
        ],
        ...candidates.map(
          (each, at): Said => [
            `${at + 1}. ${sayWho(each)}${each.place ? `, ${toFiledPlace(each.place)}` : ''}`,
          ],
        ),
      )
    }
  }
  const [first] = unresolved.filter(({ candidates }) => candidates.length > 0)
  if (!first) return said
  const choices = first.candidates.map(({ ein, name }) =>
    message.text
      .replace(first.said, `${name} (EIN ${formatEin(ein)})`)
      .replace(/(?<=\(EIN [\d-]+\)),? (?:inc|incorporated|llc|corp)\b\.?/i, ''),
  )
  return [...said, ['Which one do you mean?'], { choices }]
}

/** Searches that find something for a name that nothing has. */
async function sayProposals(
  deps: SearchDeps & { postgres: Postgres },
  name: string,
): Promise<Said[]> {
  const none: Said = [`No organization is called “${toFiledName(name)}”.`]
  const { id, proposals, note } = await recoverSearch(deps, { query: name, filters: {} })
  if (proposals.length === 0) return [none, ...(note ? [[note] satisfies Said] : [])]
  return [
    [...none, ' These searches find something:'],
    ...proposals.map(
      ({ query, why, found, first }): Said => [
        `- “${query}”: ${countOf(found, 'organization')}, first ${sayWho(first)}. ${why}`,
      ],
    ),
    { recovery: id },
  ]
}
