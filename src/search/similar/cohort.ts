import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import type { Compared } from './rank.ts'

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Why nobody is comparable among those that mainly file a form, and what to ask instead: `others`
 * are similar organizations of every form.
 */
export function describeEmptyCohort(form: Form | undefined, others: Compared[]): string {
  const forms = FORMS.filter((one) =>
    others.some(({ candidate }) => candidate.display.primaryForm === one),
  )
  if (form && forms.length > 0) {
    const instead = either.format(forms.map((one) => `Form=${one}`))
    return `No organization that mainly files ${FORM_NAMES[form]} is comparable; others are: pass ${instead}.`
  }
  return 'No organization of any Form is comparable; pass an Intent that says the cause in other words.'
}
