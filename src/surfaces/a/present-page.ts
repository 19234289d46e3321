import { citeRef } from '../../profiles/evidence/evidence-ref.ts'
import type { Address, HeroFacts } from '../../profiles/page/hero.ts'
import type { Page } from '../../profiles/page/page.ts'
import { iconPath, type WebPresence } from '../../profiles/page/web-presence.ts'
import { presentEvidenceRef } from './evidence-schema.ts'
import { presentSectionItem } from './manifest-schema.ts'
import type { CharityPage } from './page-schema.ts'
import { presentOperatingModel } from './present-operating-model.ts'

/** A's page of an organization; what is unknown is left out (decisions part 1). */
export function presentPage(page: Page): CharityPage {
  const { verdict, sections, seo, compiledAt } = page
  return {
    Context: presentContext(page),
    Hero: presentHero(page),
    Verdict: {
      State: verdict.state,
      PolicyVersion: verdict.policyVersion,
      BottomLine: verdict.bottomLine,
      ...(verdict.score !== undefined && { Score: verdict.score }),
      ...(verdict.band !== undefined && { Verdict: verdict.band }),
    },
    Sections: sections.map(presentSectionItem),
    SEO: {
      Title: seo.title,
      Description: seo.description,
      CanonicalPath: seo.canonicalPath,
      JsonLd: seo.jsonLd,
    },
    CompiledAt: compiledAt,
    SchemaVersion: 2,
  }
}

const presentContext = ({ context }: Page): CharityPage['Context'] => ({
  SelectedForm: context.selectedForm,
  SelectedYear: context.selectedYear,
  PrimaryForm: context.primaryForm,
  AvailableForms: context.availableForms.map(({ form, latestYear, isPrimary }) => ({
    Form: form,
    LatestYear: latestYear,
    Primary: isPrimary,
  })),
  FilingRange: {
    FirstYear: context.filingRange.firstYear,
    LatestYear: context.filingRange.latestYear,
  },
})

function presentHero(page: Page): CharityPage['Hero'] {
  const { organization, filing, hero, texts, web, chips, operatingModel } = page
  return {
    EIN: organization.ein,
    Name: hero.name.value,
    LegalName: hero.legalName?.value,
    Form: filing.form,
    Year: filing.taxYear,
    Location: hero.location && presentPlace(hero.location.value),
    Website: hero.website?.value,
    Phone: hero.phone?.value,
    Mission: texts.mission?.value,
    Description: texts.description?.value,
    CurrentYearActivity: texts.currentYearActivity?.value,
    Financials: presentFinancials(hero),
    IRSRecognitionDate: hero.recognitionDate?.value,
    Chips: chips.map(({ kind, label, ref }) => ({ Kind: kind, Label: label, EvidenceRef: ref })),
    BrandAssets: web?.icon && { Icon: iconPath(organization.ein), MediaType: web.icon.value },
    Contact: presentContact(hero, web),
    Enrichment: web ? { State: 'Enriched', CapturedAt: web.capturedAt } : { State: 'NotEnriched' },
    OperatingModel: operatingModel && presentOperatingModel(operatingModel),
    CTA: web ? 'RequestDeeperDiligence' : 'EnhanceProfile',
    EvidenceRefs: presentEvidence(page),
  }
}

const presentPlace = ({ city, state, country }: Address) => ({
  City: city,
  State: state,
  Country: country,
})

function presentFinancials({ revenue, expense, assets, liabilities }: HeroFacts) {
  const financials = {
    Revenue: revenue.value,
    Expense: expense.value,
    Assets: assets.value,
    Liabilities: liabilities.value,
  }
  return Object.values(financials).some((value) => value !== undefined) ? financials : undefined
}

function presentContact(hero: HeroFacts, web: WebPresence | undefined) {
  const { address, inCareOf, principalOfficer, phone, website } = hero
  const links = presentSocialLinks(web)
  if (!address && !inCareOf && !principalOfficer && !phone && !website && !links) return undefined
  return {
    Address: address && {
      Street: address.value.street,
      ...presentPlace(address.value),
      ZIP: address.value.zip,
    },
    InCareOf: inCareOf?.value,
    PrincipalOfficer: principalOfficer?.value,
    Phone: phone?.value,
    Website: website?.value,
    WebsiteAsFiled: website?.asFiled,
    SocialLinks: links,
  }
}

function presentSocialLinks(
  { socialLinks }: Pick<WebPresence, 'socialLinks'> = { socialLinks: [] },
) {
  if (socialLinks.length === 0) return undefined
  return socialLinks.map(({ value: { Network, URL }, ref }) => ({
    Network,
    URL,
    EvidenceRef: ref,
  }))
}

/** The evidence of each field of the hero, by the field's path. */
function presentEvidence({
  organization,
  hero,
  texts,
  web,
}: Page): CharityPage['Hero']['EvidenceRefs'] {
  const refs: Record<string, string | undefined> = {
    Name: hero.name.ref,
    LegalName: hero.legalName?.ref,
    Location: hero.location?.ref,
    Website: hero.website?.ref,
    Phone: hero.phone?.ref,
    Mission: texts.mission?.ref,
    Description: texts.description?.ref,
    CurrentYearActivity: texts.currentYearActivity?.ref,
    'Financials.Revenue': hero.revenue.ref,
    'Financials.Expense': hero.expense.ref,
    'Financials.Assets': hero.assets.ref,
    'Financials.Liabilities': hero.liabilities.ref,
    IRSRecognitionDate: hero.recognitionDate?.ref,
    'Contact.Address': hero.address?.ref,
    'Contact.InCareOf': hero.inCareOf?.ref,
    'Contact.PrincipalOfficer': hero.principalOfficer?.ref,
    'Contact.Phone': hero.phone?.ref,
    'Contact.Website': hero.website?.ref,
    'BrandAssets.Icon': web?.icon?.ref,
    ...Object.fromEntries(
      (web?.socialLinks ?? []).map(({ ref }, place) => [`Contact.SocialLinks.${place}`, ref]),
    ),
  }
  return Object.fromEntries(
    Object.entries(refs).flatMap(([path, ref]) => {
      const evidence = ref === undefined ? undefined : citeRef(organization, ref)
      return evidence ? [[path, presentEvidenceRef(evidence)]] : []
    }),
  )
}
