import { classifyOperation, type OperatingClasses } from '../domain/operating-model/classify.ts'
import { type Modifier, toModifiers } from './operating-model/modifiers.ts'
import type { Filing, Organization } from './organization.ts'

export type OperatingModel = OperatingClasses & { taxYear: number; modifiers: Modifier[] }

/**
 * Where an organization's revenue comes from and how it spends it (decisions part 8), from the
 * lines of one filing, and what else marks it. Undefined where `classifyOperation` finds no class.
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
