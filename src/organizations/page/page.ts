import { releaseTime } from '#src/domain/release.ts'
import type { Verdict } from '#src/rating/verdict.ts'
import type { ProfileDeps } from '../deps.ts'
import { type Selection, primaryFormOf } from '../filings/select-filing.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import { type OperatingModel, toOperatingModel } from '../figures/operating-model.ts'
import type { Filing, Organization } from '../organization.ts'
import { listSections } from '../sections/manifest.ts'
import type { SectionSummary } from '../sections/section.ts'
import { type Chip, toChips } from './chips.ts'
import { type HeroFacts, toHeroFacts, type PageTexts, toTexts } from './hero.ts'
import { verdictOn } from './rating-view.ts'
import { type Seo, toSeo } from './seo.ts'
import { toWebPresence, type WebPresence } from './web-presence.ts'
import { FORMS, type Form } from '#src/domain/form.ts'

/** All that a page of an organization shows, of one filing. */
export type Page = {
  organization: Organization
  filing: Filing
  context: PageContext
  hero: HeroFacts
  texts: PageTexts
  /** Undefined: not enriched. */
  web?: WebPresence
  chips: Chip[]
  operatingModel?: OperatingModel
  verdict: Verdict
  sections: SectionSummary[]
  seo: Seo
  /** When the store's newest release was minted, as ISO time. */
  compiledAt?: string
}

/**
 * The page of an organization, of the filing a client means; two round trips to the store.
 * Throws ApiError ProfileNotFound, FilingNotFound, StoreUnavailable.
 */
export async function readPage(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
): Promise<Page> {
  const organization = await openFiler(deps, ein)
  return toPage(organization, await openFiling(deps, organization, selection))
}

/** The page that an organization and one of its filings make. */
export function toPage(organization: Organization, filing: Filing): Page {
  const hero = toHeroFacts(organization, filing)
  const web = toWebPresence(organization)
  const texts = toTexts(filing, web)
  const operatingModel = toOperatingModel(organization, filing)
  const compiledAt = releaseTime(organization.release)
  return {
    organization,
    filing,
    context: toContext(organization, filing),
    hero,
    texts,
    ...(web && { web }),
    chips: toChips(organization, filing),
    ...(operatingModel && { operatingModel }),
    verdict: verdictOn(organization, filing),
    sections: listSections(organization, filing),
    seo: toSeo(organization, filing, { hero, texts, web }),
    ...(compiledAt && { compiledAt }),
  }
}

export type PageContext = {
  selectedForm: Form
  selectedYear: number
  primaryForm: Form
  availableForms: { form: Form; latestYear: number; isPrimary: boolean }[]
  /** Tax years of all its current filings, whatever their form. */
  filingRange: { firstYear: number; latestYear: number }
}

/** Which filing is shown, and which others there are; superseded ones do not count. */
export function toContext(organization: Organization, { form, taxYear }: Filing): PageContext {
  const primaryForm = primaryFormOf(organization)
  const current = organization.filings.filter(({ isCurrent }) => isCurrent)
  const years = current.map((filing) => filing.taxYear)
  const latestOf = (one: Form) => current.find((filing) => filing.form === one)?.taxYear
  return {
    selectedForm: form,
    selectedYear: taxYear,
    primaryForm: primaryForm ?? form,
    availableForms: FORMS.flatMap((one) => {
      const latestYear = latestOf(one)
      return latestYear === undefined
        ? []
        : [{ form: one, latestYear, isPrimary: one === primaryForm }]
    }),
    filingRange: { firstYear: Math.min(...years), latestYear: Math.max(...years) },
  }
}
