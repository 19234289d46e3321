import { classifyOperation, type OperatingClasses } from '#src/domain/operating-model/classify.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Modifier, toModifiers } from './modifiers.ts'

export type OperatingModel = OperatingClasses & { taxYear: number; modifiers: Modifier[] }

/**
 * Returns where an organization's revenue comes from and how it spends it, from the lines of one
 * filing, with modifiers. Undefined if `classifyOperation` finds no class.
 */
export function toOperatingModel(
  organization: Pick<Organization, 'ein' | 'registry' | 'filings' | 'primaryForm'>,
  filing: Filing,
): OperatingModel | undefined {
  const classes = classifyOperation(organization, filing)
  return (
    classes && {
      ...classes,
      taxYear: filing.taxYear,
      modifiers: toModifiers(organization, filing),
    }
  )
}
