import type { z } from 'zod'
import { heroFieldsOfA } from '#src/figures/sets.ts'
import { citeRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OperatingModel } from '#src/organizations/figures/operating-model.ts'
import type { Address, HeroFacts } from '#src/organizations/page/hero.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { iconPath, type WebPresence } from '#src/organizations/page/web-presence.ts'
import { presentEvidenceRef, toFields } from '../fields.ts'
import { presentStanding } from '../section/rating.ts'
import { type CharityPage, type operatingModel, presentSectionItem } from './schema.ts'

export function presentPage(page: Page): CharityPage {
  const { verdict, sections, seo, compiledAt } = page
  return {
    Context: presentContext(page),
    Hero: presentHero(page),
    Verdict: {
      State: verdict.state,
      PolicyVersion: verdict.policyVersion,
      BottomLine: verdict.bottomLine,
      Score: verdict.score,
      Verdict: verdict.band,
      ...presentStanding(verdict),
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
  ...toFields(context),
  AvailableForms: context.availableForms.map(({ form, latestYear, isPrimary }) => ({
    Form: form,
    LatestYear: latestYear,
    Primary: isPrimary,
  })),
  FilingRange: toFields(context.filingRange),
})

function presentHero(page: Page): CharityPage['Hero'] {
  const { organization, filing, hero, texts, web, chips, deductibility, operatingModel } = page
  return {
    EIN: organization.ein,
    Name: hero.name.value,
    LegalName: hero.legalName?.value,
    Form: filing.form,
    Year: filing.taxYear,
    Location: hero.location && toFields(hero.location.value),
    Website: hero.website?.value,
    Phone: hero.phone?.value,
    Mission: texts.mission?.value,
    Description: texts.description?.value,
    CurrentYearActivity: texts.currentYearActivity?.value,
    Financials: presentFinancials(hero),
    Deductibility: deductibility && toFields(deductibility),
    IRSRecognitionDate: hero.recognitionDate?.value,
    Chips: chips.map(({ ref, ...chip }) => ({ ...toFields(chip), EvidenceRef: ref })),
    BrandAssets: web?.icon && { Icon: iconPath(organization.ein), MediaType: web.icon.value },
    Contact: presentContact(hero, web),
    Enrichment: web ? { State: 'Enriched', CapturedAt: web.capturedAt } : { State: 'NotEnriched' },
    OperatingModel: operatingModel && presentOperatingModel(operatingModel),
    CTA: web ? 'RequestDeeperDiligence' : 'EnhanceProfile',
    EvidenceRefs: presentEvidence(page),
  }
}

function presentFinancials({ financials: filed }: HeroFacts) {
  const financials = heroFieldsOfA((key) => filed[key].value)
  return Object.values(financials).some((value) => value !== undefined) ? financials : undefined
}

function presentContact(hero: HeroFacts, web: WebPresence | undefined) {
  const { address, inCareOf, principalOfficer, phone, website } = hero
  const links = (web?.socialLinks ?? []).map(({ value: { Network, URL }, ref }) => ({
    Network,
    URL,
    EvidenceRef: ref,
  }))
  const isEmpty = !address && !inCareOf && !principalOfficer && !phone && !website
  if (isEmpty && links.length === 0) return undefined
  return {
    Address: address && presentAddress(address.value),
    InCareOf: inCareOf?.value,
    PrincipalOfficer: principalOfficer?.value,
    Phone: phone?.value,
    Website: website?.value,
    WebsiteAsFiled: website?.asFiled,
    SocialLinks: links.length > 0 ? links : undefined,
  }
}

const presentAddress = ({ street, city, state, country, zip }: Address) => ({
  ...toFields({ street, city, state, country }),
  ZIP: zip,
})

/** Returns the evidence of each field of the hero, by the field's path. */
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
    ...within('Financials', Object.entries(heroFieldsOfA((key) => hero.financials[key].ref))),
    IRSRecognitionDate: hero.recognitionDate?.ref,
    'Contact.Address': hero.address?.ref,
    'Contact.InCareOf': hero.inCareOf?.ref,
    'Contact.PrincipalOfficer': hero.principalOfficer?.ref,
    'Contact.Phone': hero.phone?.ref,
    'Contact.Website': hero.website?.ref,
    'BrandAssets.Icon': web?.icon?.ref,
    ...within(
      'Contact.SocialLinks',
      (web?.socialLinks ?? []).map(({ ref }, at) => [at, ref]),
    ),
  }
  return Object.fromEntries(
    Object.entries(refs).flatMap(([path, ref]) => {
      const evidence = ref === undefined ? undefined : citeRef(organization, ref)
      return evidence ? [[path, presentEvidenceRef(evidence)]] : []
    }),
  )
}

const within = (path: string, refs: (readonly [string | number, string | undefined])[]) =>
  Object.fromEntries(refs.map(([name, ref]) => [`${path}.${name}`, ref]))

/** For the hero and the section. */
export const presentOperatingModel = ({
  form,
  taxYear,
  resource,
  delivery,
  modifiers,
}: OperatingModel): z.output<typeof operatingModel> => ({
  Form: form,
  TaxYear: taxYear,
  Resource: presentClass(resource),
  Delivery: presentClass(delivery),
  Modifiers: modifiers.map(({ key, label, value, summary, refs }) => ({
    ...toFields({ key, label, value, summary }),
    EvidenceRefs: refs,
  })),
})

type Class = OperatingModel['resource'] | OperatingModel['delivery']

const presentClass = ({ key, label, primaryShare, summary, refs }: Class) => ({
  ...toFields({ key, label, primaryShare, summary }),
  EvidenceRefs: refs,
})
