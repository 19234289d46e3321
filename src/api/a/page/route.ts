import etag from '@fastify/etag'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { heroFieldsOfA } from '#src/figures/figures.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { citeRef } from '#src/organizations/evidence/evidence-ref.ts'
import {
  type Address,
  type HeroFacts,
  iconPath,
  type WebPresence,
} from '#src/organizations/page/hero.ts'
import { type Page, readPage } from '#src/organizations/page/page.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { answerUnchanged } from '../../shared/conditional.ts'
import { einParams, oneOf, taxYear } from '../../shared/parameters.ts'
import { cohortDate, scoreShape } from '../../shared/rating.ts'
import { component, optional, optionalObject, required } from '../../shared/schemas.ts'
import { presenterOf, skin } from '../../shared/skin.ts'
import { BY_REF, evidenceRef, presentEvidenceRef, toFields } from '../fields.ts'
import { operation } from '../operation.ts'

const form = z.enum(FORMS)

const KINDS = ['Band', 'Evidence'] as const
const TONES = ['Good', 'Caution', 'Concern', 'Neutral'] as const

export const sectionManifestItem = z
  .looseObject({
    Id: required.string('ID of the section. Send it as SectionId in /sections/{SectionId}.'),
    Kind: required.enum(KINDS, 'Kind of section. Band: derived figures. Evidence: filed rows.'),
    Title: z.string(),
    Summary: z.string(),
    SourceTags: required.strings('Parts and schedules of the return that the section is based on.'),
    Form: optional.enum(
      FORMS,
      'Form of the filing. Absent, as is Year, if the evidence is not from a return.',
    ),
    Year: z.int().optional(),
    Ref: z.string().optional(),
    Pageable: z.boolean().optional(),
    Status: optionalObject({
      Label: z.string(),
      Tone: z.enum(TONES),
      Score: z.number().optional(),
    }),
  })
  .meta({ id: 'SectionManifestItem' })
type SectionManifestItem = z.output<typeof sectionManifestItem>

export const presentSectionItem = (section: SectionSummary): SectionManifestItem => ({
  ...toFields(section),
  Status: section.status && toFields(section.status),
})

export const pageQuery = z.strictObject({
  Form: oneOf(FORMS, 'Form to show. Defaults to the primary form.').optional(),
  Year: taxYear('Tax year to show. Defaults to the tax year of the latest filing on the form.'),
})

const explained = { summary: z.string(), refs: z.array(z.string()) }

const classification = component('OperatingModelClassification', {
  key: z.string(),
  label: z.string(),
  primaryShare: optional.number(
    'Share of revenue (Resource) or of spending (Delivery) that the class is based on, 0 to 1. Absent if unknown.',
  ),
  ...explained,
})

const modifier = component('OperatingModelModifier', {
  key: z.string(),
  label: z.string(),
  value: z.number().optional(),
  ...explained,
})

/** For the hero and the section. */
export const operatingModel = component('OperatingModel', {
  form: z.enum(['990', '990EZ', '990PF']),
  taxYear: z.int().optional(),
  resource: classification,
  delivery: classification,
  modifiers: z.array(modifier).optional(),
})
const presentOperatingModel = presenterOf(operatingModel, 'A', BY_REF)

const text = z.string().optional()

const context = z.looseObject({
  SelectedForm: form,
  SelectedYear: z.int(),
  PrimaryForm: form,
  AvailableForms: z.array(
    z.strictObject({ Form: form, LatestYear: z.int().optional(), Primary: z.boolean().optional() }),
  ),
  FilingRange: optional.object('First and latest tax years of the current filings, on any form.', {
    FirstYear: z.int().optional(),
    LatestYear: z.int().optional(),
  }),
})

export const deductibility = optional.object(
  'What IRS Publication 78 says about the deductibility of contributions. Limited: the codes set a limit or condition beyond a share of income. NotListed: churches and members of a group exemption can be eligible without a listing. Absent if Publication 78 is not loaded, or if another IRS list contradicts it.',
  {
    Status: z.enum(['Deductible', 'Limited', 'NotListed']),
    Codes: optional.strings('Codes of Publication 78, such as PC.'),
    AsOf: required.string('Month of Publication 78, YYYY-MM.'),
    Ref: text.describe('Absent if NotListed.'),
  },
)

const hero = z.looseObject({
  EIN: z.string(),
  Name: z.string(),
  LegalName: text.describe('Name in the header of the selected filing.'),
  Form: form,
  Year: z.int(),
  Location: optionalObject({
    City: text,
    State: text,
    Country: text.describe('Two-letter code (ISO 3166).'),
  }),
  Website: text.describe('URL derived from the filed text.'),
  Phone: text,
  Mission: text,
  Description: text.describe(
    'First sentences of the mission or, if no mission is filed, of the first program. If neither is filed, the description on the website.',
  ),
  CurrentYearActivity: text.describe('First program listed for the year, as filed.'),
  Financials: optional.object(
    'Figures in whole US dollars. Assets and liabilities are as of the end of the year.',
    heroFieldsOfA(() => z.number().optional()),
  ),
  Deductibility: deductibility,
  IRSRecognitionDate: text.describe('Month of the IRS ruling, YYYY-MM.'),
  Chips: z
    .array(
      z.strictObject({
        Kind: z.enum(['Sector', 'Affiliation', 'Context']).optional(),
        Label: z.string(),
        EvidenceRef: z.string(),
      }),
    )
    .optional(),
  BrandAssets: z
    .looseObject({
      Icon: text.describe("Path of the icon from the organization's website."),
      MediaType: text,
    })
    .optional(),
  Contact: z
    .looseObject({
      SocialLinks: optional.array(
        z.looseObject({ Network: z.string(), URL: z.string(), EvidenceRef: z.string() }),
        "Social media accounts that the organization's website links to.",
      ),
    })
    .optional(),
  Enrichment: z.strictObject({
    State: required.enum(
      ['Enriched', 'NotEnriched'],
      'Whether the website listed in the latest filing was read.',
    ),
    CapturedAt: z.iso.datetime().optional().describe('When the website was last read.'),
  }),
  OperatingModel: skin(operatingModel, 'A', BY_REF).optional(),
  CTA: z.enum(['EnhanceProfile', 'RequestDeeperDiligence']),
  EvidenceRefs: z
    .record(z.string(), evidenceRef)
    .describe(
      "Evidence for each field, by the field's path within Hero, such as Financials.Revenue. If a field of Financials is absent but has evidence here, the filed text is not an amount.",
    ),
})

const verdict = z.looseObject({
  state: z.enum(['Scored', 'NotEnoughData', 'NotRatedHere']),
  policyVersion: z.string(),
  bottomLine: z.string(),
  score: z.number().optional(),
  band: text.describe('Absent if the rated return is more than three years old.'),
  possible: scoreShape.possible,
  standing: scoreShape.standing,
  cohortDate,
})
const presentVerdict = presenterOf(verdict, 'A', BY_REF)

export const charityPage = component('CharityPage', {
  Context: context,
  Hero: hero,
  Verdict: skin(verdict, 'A', BY_REF),
  Sections: z.array(sectionManifestItem),
  SEO: z.looseObject({}).optional(),
  CompiledAt: z.iso.datetime().optional().describe('When the data was released.'),
  SchemaVersion: z.literal(2).optional(),
})
export type CharityPage = z.output<typeof charityPage>

function presentPage(page: Page): CharityPage {
  const { sections, seo, compiledAt } = page
  return {
    Context: presentContext(page),
    Hero: presentHero(page),
    Verdict: presentVerdict(page.verdict),
    Sections: sections.map(presentSectionItem),
    SEO: toFields(seo, 'title', 'description', 'canonicalPath', 'jsonLd'),
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
    Chips: chips.map(({ ref, kind, label }) => ({
      ...toFields({ kind, label }),
      EvidenceRef: ref,
    })),
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

export const pageRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    app.get('/api/v2/charity/:ein/page', {
      ...operation({
        operationId: 'getCharityPage',
        group: 'Organizations',
        summary: "Get an organization's page for a form and year",
        description:
          'Returns a weak ETag. Send it as If-None-Match to get 304 if nothing has changed.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: example('An organization that files Form 990', {
          path: inPath(DEMO.turkanaWells),
        }),
        headers: ['ETag'],
        request: { params: einParams, querystring: pageQuery },
        response: charityPage,
      }),
      handler: async ({ params, query }) =>
        presentPage(await readPage(deps, params.ein, { form: query.Form, year: query.Year })),
    })
  }
