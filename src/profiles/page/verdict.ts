import type { Form } from '../../domain/form.ts'

export type Verdict = {
  state: 'Scored' | 'NotEnoughData' | 'NotRatedHere'
  policyVersion: string
  bottomLine: string
}

const NOT_RATED: Partial<Record<Form, string>> = {
  '990PF':
    'Private foundations are not rated: Form 990-PF has none of the lines a rating is made of.',
  '990N': 'Postcard filers are not rated: Form 990-N reports no figures.',
  '990T': 'Form 990-T is not rated: it reports the tax on unrelated business income alone.',
}

/** The verdict while nothing has been rated yet (decisions part 6): that, and no judgement. */
export function toVerdict(form: Form): Verdict {
  const notRated = NOT_RATED[form]
  return {
    state: notRated ? 'NotRatedHere' : 'NotEnoughData',
    policyVersion: 'none',
    bottomLine:
      notRated ?? 'No rating has been computed yet; the figures stand as they were filed.',
  }
}
