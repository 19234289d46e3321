import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { FactKind } from '#src/domain/facts/definitions-checklists.ts'
import type { Form } from '#src/domain/form.ts'

/** Facts of a form that stand in the parts named, in the order of the catalogue. */
export const factsInParts = (
  form: Form,
  parts: readonly string[],
  kinds: readonly FactKind[],
): FactKey[] =>
  CATALOGUE.filter(({ kind, paths }) => {
    const [place] = paths[form] ?? []
    const isThere = parts.some((part) => place?.line.startsWith(`${part},`))
    return isThere && kinds.includes(kind)
  }).map(({ key }) => key)

/** Every fact a form has. */
export const factsOfForm = (form: Form): FactKey[] =>
  CATALOGUE.filter(({ paths }) => paths[form] !== undefined).map(({ key }) => key)
