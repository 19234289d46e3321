import etag from '@fastify/etag'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { heroFieldsOfA } from '#src/figures/figures.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { citeRef } from '#src/organizations/evidence/evidence-ref.ts'
import { iconPath } from '#src/organizations/page/hero.ts'
import { type Page, readPage } from '#src/organizations/page/page.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { answerUnchanged } from '../../shared/conditional.ts'
import { einParams, formOrPrimary, taxYear } from '../../shared/parameters.ts'
import { cohortDate, scoreShape } from '../../shared/rating.ts'
import { component, optionalObject } from '../../shared/schemas.ts'
import { someOf } from '../../shared/sections.ts'
import { nameOnA, presenterOf, skin } from '../../shared/skin.ts'
import { BY_REF, evidenceRef, presentEvidenceRef } from '../fields.ts'
import { readOperation } from '../operation.ts'

const form = z.enum(FORMS)

const KINDS = ['Band', 'Evidence'] as const
const TONES = ['Good', 'Caution', 'Concern', 'Neutral'] as const

const section = z
  .looseObject({
    id: z.string(),
    kind: z.enum(KINDS).describe('Kind of section. Band: derived figures. Evidence: filed rows.'),
    title: z.string(),
    summary: z.string(),
    sourceTags: z.array(z.string()),
    form: z.enum(FORMS).optional(),
    year: z.int().optional(),
    ref: z.string().optional(),
    pageable: z.boolean().optional(),
    status: optionalObject({
      label: z.string(),
      tone: z.enum(TONES),
      score: z.number().optional(),
    }),
  })
  .meta({ id: 'SectionManifestItem' })
export const sectionManifestItem = skin(section, 'A')
export const presentSectionItem = presenterOf(section, 'A')

export const pageQuery = z.strictObject({
  Form: formOrPrimary,
  Year: taxYear('Defaults to the latest tax year of the form.'),
})

const explained = { summary: z.string(), refs: z.array(z.string()) }

const classification = component('OperatingModelClassification', {
  key: z.string(),
  label: z.string(),
  primaryShare: z
    .number()
    .optional()
    .describe('Share of revenue (Resource) or of spending (Delivery).'),
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

const text = z.string().optional()

const context = z.looseObject({
  selectedForm: form,
  selectedYear: z.int(),
  primaryForm: form,
  availableForms: z.array(
    z.strictObject({
      form,
      latestYear: z.int().optional(),
      isPrimary: z.boolean().optional(),
    }),
  ),
  filingRange: z
    .strictObject({
      firstYear: z.int().optional(),
      latestYear: z.int().optional(),
    })
    .optional(),
})

const taxDeductible = component('TaxDeductibility', {
  status: z.enum(['Deductible', 'Limited', 'NotListed']),
  codes: z.array(z.string()).optional(),
  asOf: z.string(),
  ref: text,
})
  .optional()
  .describe(
    'What IRS Publication 78 says about the deductibility of contributions. NotListed: churches and members of a group exemption can be eligible without a listing.',
  )

export const deductibility = skin(taxDeductible, 'A')
export const presentDeductibility = presenterOf(taxDeductible, 'A')

const address = z.looseObject({
  ...{ street: text, city: text, state: text, country: text, zip: text },
})

const hero = z.looseObject({
  ein: z.string(),
  name: z.string(),
  legalName: text,
  form,
  year: z.int(),
  location: optionalObject({
    city: text,
    state: text,
    country: text,
  }),
  website: text,
  phone: text,
  mission: text,
  description: text,
  currentYearActivity: text,
  financials: z.strictObject(heroFieldsOfA(() => z.number().optional())).optional(),
  deductibility,
  irsRecognitionDate: text,
  chips: z
    .array(
      z.strictObject({
        kind: z.enum(['Sector', 'Affiliation', 'Context']).optional(),
        label: z.string(),
        ref: z.string(),
      }),
    )
    .optional(),
  brandAssets: z
    .looseObject({
      icon: text,
      mediaType: text,
    })
    .optional(),
  contact: z
    .looseObject({
      socialLinks: z
        .array(z.looseObject({ network: z.string(), url: z.string(), ref: z.string() }))
        .optional(),
      address: address.optional(),
      ...{ inCareOf: text, principalOfficer: text, phone: text, website: text },
      websiteAsFiled: text,
    })
    .optional(),
  enrichment: z.strictObject({
    state: z.enum(['Enriched', 'NotEnriched']),
    capturedAt: z.iso.datetime().optional(),
  }),
  operatingModel: operatingModel.optional(),
  cta: z.enum(['EnhanceProfile', 'RequestDeeperDiligence']),
  evidenceRefs: z
    .record(z.string(), evidenceRef)
    .describe(
      "By the field's path within Hero, such as Financials.Revenue. If a figure is absent but has evidence here, the filed text is not an amount.",
    ),
})

const verdict = z.looseObject({
  state: z.enum(['Scored', 'NotEnoughData', 'NotRatedHere']),
  policyVersion: z.string(),
  bottomLine: z.string(),
  score: z.number().optional(),
  band: text,
  possible: scoreShape.possible,
  standing: scoreShape.standing,
  cohortDate,
})

const response = component('CharityPage', {
  context,
  hero,
  verdict,
  sections: z.array(sectionManifestItem),
  seo: z
    .looseObject({
      ...{ title: text, description: text, canonicalPath: text },
      jsonLd: z.unknown().optional(),
    })
    .optional(),
  compiledAt: z.iso.datetime().optional(),
  schemaVersion: z.literal(2).optional(),
})
export const charityPage = skin(response, 'A', BY_REF)
export type CharityPage = z.output<typeof charityPage>

type AnyCited = { value?: unknown; ref?: string | undefined } | undefined

/** Returns the value of each fact. */
const valuesOf = <Facts extends Record<string, AnyCited>>(facts: Facts) =>
  mapFacts(facts, (fact) => fact?.value) as {
    [Key in keyof Facts]: Facts[Key] extends { value: infer Value }
      ? Value
      : NonNullable<Facts[Key]>['value'] | undefined
  }

const mapFacts = (facts: Record<string, AnyCited>, of: (fact: AnyCited) => unknown) =>
  Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, of(fact)]))

/** The facts of the hero that are texts or a place, with their Refs. */
const factsOf = ({ hero, texts }: Page) => ({
  name: hero.name,
  legalName: hero.legalName,
  location: hero.location,
  website: hero.website,
  phone: hero.phone,
  mission: texts.mission,
  description: texts.description,
  currentYearActivity: texts.currentYearActivity,
})

const contactsOf = ({ hero }: Page) => ({
  address: hero.address,
  inCareOf: hero.inCareOf,
  principalOfficer: hero.principalOfficer,
  phone: hero.phone,
  website: hero.website,
})

function toHero(page: Page) {
  const { organization, filing, hero, web, deductibility } = page
  const financials = heroFieldsOfA((key) => hero.financials[key].value)
  const hasFinancials = Object.values(financials).some((value) => value !== undefined)
  return {
    ...page,
    ...valuesOf(factsOf(page)),
    ...{ ein: organization.ein, form: filing.form, year: filing.taxYear },
    financials: hasFinancials ? financials : undefined,
    deductibility: deductibility && presentDeductibility(deductibility),
    irsRecognitionDate: hero.recognitionDate?.value,
    brandAssets: web?.icon && { icon: iconPath(organization.ein), mediaType: web.icon.value },
    contact: toContact(page),
    enrichment: web
      ? { state: 'Enriched' as const, capturedAt: web.capturedAt }
      : { state: 'NotEnriched' as const },
    cta: web ? ('RequestDeeperDiligence' as const) : ('EnhanceProfile' as const),
    evidenceRefs: toEvidence(page),
  }
}

function toContact(page: Page) {
  const contacts = contactsOf(page)
  const links = (page.web?.socialLinks ?? []).map(({ value: { Network, URL }, ref }) => ({
    ...{ network: Network, url: URL, ref },
  }))
  const isEmpty = Object.values(contacts).every((fact) => fact === undefined)
  if (isEmpty && links.length === 0) return undefined
  return {
    ...valuesOf(contacts),
    websiteAsFiled: contacts.website?.asFiled,
    socialLinks: someOf(links),
  }
}

/** Returns the evidence of each field of the hero, by the field's path. */
function toEvidence(page: Page) {
  const { organization, hero, web } = page
  const refsOf = (facts: Record<string, AnyCited>) =>
    Object.entries(facts).map(([key, fact]) => [nameOnA(key), fact?.ref] as const)
  const refs: Record<string, string | undefined> = {
    ...Object.fromEntries(refsOf(factsOf(page))),
    ...within('Financials', Object.entries(heroFieldsOfA((key) => hero.financials[key].ref))),
    IRSRecognitionDate: hero.recognitionDate?.ref,
    ...within('Contact', refsOf(contactsOf(page))),
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

const readRoute = readOperation(
  '/api/v2/charity/:ein/page',
  {
    operationId: 'getCharityPage',
    group: 'Organizations',
    summary: "Get an organization's page for a form and year",
    description: 'Send the ETag as If-None-Match to get 304 if nothing has changed.',
    terms: { access: 'open', costs: 'Data', slot: 'store' },
    examples: example('An organization that files Form 990', {
      path: inPath(DEMO.turkanaWells),
    }),
    headers: ['ETag'],
    request: { params: einParams, querystring: pageQuery },
    response,
    names: BY_REF,
  },
  async (deps: ProfileDeps, { params, query }) => {
    const page = await readPage(deps, params.ein, { form: query.Form, year: query.Year })
    return {
      ...page,
      hero: toHero(page),
      sections: page.sections.map(presentSectionItem),
      schemaVersion: 2 as const,
    }
  },
)

export const pageRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    await app.register(readRoute(deps))
  }
