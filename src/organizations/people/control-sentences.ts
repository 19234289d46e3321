import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Filing, Organization } from '../organization.ts'
import type { Sentence } from '../page/summary-sentences.ts'
import {
  type Control,
  countAsked,
  type ReportedEvent,
  readControls,
  readEvents,
} from './controls.ts'
import { type GovernanceField, readGovernance } from './governance.ts'

/** How many policies and practices a filing says are in place, and which events it reports. */
export function describeControls(organization: Organization, filing: Filing): Sentence[] {
  const governance = readGovernance(organization, filing)
  return [...describePractices(filing, readControls(governance)), ...describeEvents(governance)]
}

function describePractices({ form }: Filing, controls: Control[]): Sentence[] {
  const asked = countAsked(form)
  const text =
    asked === 0
      ? `${FORM_NAMES[form]} does not ask about policies and practices of governance.`
      : `Of the ${asked} policies and practices that ${FORM_NAMES[form]} asks about it ${describeAnswers(asked, controls)}.`
  const figures = controls.map(({ key: _key, isInPlace: _isInPlace, ...figure }) => figure)
  return [{ topic: 'controls', text, figures }]
}

function describeAnswers(asked: number, controls: Control[]): string {
  if (controls.length === 0) return 'answers for none'
  const has = `has ${controls.filter(({ isInPlace }) => isInPlace).length}`
  return controls.length === asked ? has : `answers for ${controls.length} and ${has}`
}

const EVENT_WORDS: Record<ReportedEvent['key'], (happened: boolean) => string> = {
  materialDiversion: (happened) => `${happened ? 'a' : 'no'} material diversion of assets`,
  relatedPartyTransactions: (happened) =>
    happened ? 'transactions with related parties' : 'no transactions with related parties',
}

function describeEvents(governance: GovernanceField[]): Sentence[] {
  // What happened comes first: after "no" what follows reads as if it had not happened either.
  const events = readEvents(governance).sort((a, b) => Number(b.value) - Number(a.value))
  if (events.length === 0) return []
  const words = events.map(({ key, value }) => EVENT_WORDS[key](value))
  const figures = events.map(({ key: _key, ...figure }) => figure)
  const text = `It reports ${new Intl.ListFormat('en').format(words)}.`
  return [{ topic: 'events', text, figures }]
}
