import type { YearFigures } from '../figures/year.ts'
import type { Filing } from '../filings.ts'
import type { Grant } from '../grants.ts'
import { type Case, hasCase, type Organization } from '../organization.ts'
import type { Random } from '../random.ts'
import type { Trait } from '../texts/kind.ts'
import { fillTemplate } from '../texts/template.ts'

/** Everything one return of a 990 or 990-EZ filer is written from. */
export type ReturnContext = {
  filing: Filing
  organization: Organization
  figures: YearFigures
  /** Figures of earlier years, newest first; Schedules A and D show up to four of them. */
  earlier: readonly YearFigures[]
  grants: readonly Grant[]
  /** The rest of its group exemption. */
  relatives: readonly Organization[]
  /** A nonprofit among its contractors. */
  contractor: Organization | undefined
  random: Random
}

/** The box of a form: an X, or nothing at all. */
export const tick = (isTicked: boolean): 'X' | undefined => (isTicked ? 'X' : undefined)

export const isCase = (context: ReturnContext, wanted: Case): boolean =>
  hasCase(context.organization, wanted)

export const hasTrait = (context: ReturnContext, trait: Trait): boolean =>
  context.organization.kind.traits?.includes(trait) ?? false

/** The figures of the year before, unless this is an initial return. */
export const priorYear = (context: ReturnContext): YearFigures | undefined =>
  context.filing.initial ? undefined : context.earlier[0]

/** A text of the organization for a tax year: its counts grow, its words stay. */
export function tell(
  organization: Organization,
  template: string,
  taxYear: number,
  random: Random,
): string {
  const growth = organization.growth ** (taxYear - 2019)
  return fillTemplate(template, { words: organization.words, growth }, random)
}

/** Audits pay from a million of revenue on; below it statements are compiled or reviewed. */
export const isAudited = (context: ReturnContext): boolean =>
  context.figures.revenue.total > 1_000_000 && !isCase(context, 'deficit')
