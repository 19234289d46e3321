import { FORMS, type Form } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { Verdict } from '#src/rating/verdict.ts'
import type { ProfileDeps } from '../deps.ts'
import { type OperatingModel, toOperatingModel } from '../figures/operating-model.ts'
import { primaryFormOf, type Selection } from '../filings/select-filing.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { listSections } from '../sections/definitions.ts'
import type { SectionSummary } from '../sections/section.ts'
import { type Chip, toChips } from './chips.ts'
import { type Deductibility, toDeductibility } from './deductibility.ts'
import { type HeroFacts, type PageTexts, toHeroFacts, toTexts } from './hero.ts'
import { verdictOn } from './rating-view.ts'
import { type Seo, toSeo } from './seo.ts'
import { toWebPresence, type WebPresence } from './web-presence.ts'

/** The page of an organization by one filing. */
export type Page = {
  organization: Organization
  filing: Filing
  context: PageContext
  hero: HeroFacts
  texts: PageTexts
  /** Absent if its website was not read. */
  web?: WebPresence
  chips: Chip[]
  deductibility?: Deductibility
  operatingModel?: OperatingModel
  verdict: Verdict
  sections: SectionSummary[]
  seo: Seo
  /** Time of the store's newest release, as ISO time. */
  compiledAt?: string
}

/** The shown filing among all current ones. */
type PageContext = {
  selectedForm: Form
  selectedYear: number
  primaryForm: Form
  availableForms: { form: Form; latestYear: number; isPrimary: boolean }[]
  /** Tax years of the current filings of all forms. */
  filingRange: { firstYear: number; latestYear: number }
}

/**
 * Reads the page of an organization by the selected filing; two round trips. Throws ApiError
 * ProfileNotFound, FilingNotFound, StoreUnavailable.
 */
export async function readPage(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
): Promise<Page> {
  const organization = await openFiler(deps, ein)
  return toPage(organization, await openFiling(deps, organization, selection))
}

/** Returns the page of an organization by one of its filings. */
export function toPage(organization: Organization, filing: Filing): Page {
  const hero = toHeroFacts(organization, filing)
  const web = toWebPresence(organization)
  const texts = toTexts(filing, web)
  const operatingModel = toOperatingModel(organization, filing)
  const compiledAt = releaseTime(organization.release)
  const deductibility = toDeductibility(organization)
  return {
    organization,
    filing,
    context: toContext(organization, filing),
    hero,
    texts,
    ...(web && { web }),
    chips: toChips(organization, filing),
    ...(deductibility && { deductibility }),
    ...(operatingModel && { operatingModel }),
    verdict: verdictOn(organization, filing),
    sections: listSections(organization, filing),
    seo: toSeo(organization, filing, { hero, texts, web }),
    ...(compiledAt && { compiledAt }),
  }
}

function toContext(organization: Organization, { form, taxYear }: Filing): PageContext {
  const primaryForm = primaryFormOf(organization)
  const current = organization.filings.filter(({ isCurrent }) => isCurrent)
  const years = current.map((filing) => filing.taxYear)
  return {
    selectedForm: form,
    selectedYear: taxYear,
    primaryForm: primaryForm ?? form,
    availableForms: FORMS.flatMap((one) => {
      const latest = current.find((filing) => filing.form === one)
      return latest
        ? [{ form: one, latestYear: latest.taxYear, isPrimary: one === primaryForm }]
        : []
    }),
    filingRange: { firstYear: Math.min(...years), latestYear: Math.max(...years) },
  }
}
