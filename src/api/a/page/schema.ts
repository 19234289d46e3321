import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { heroFieldsOfA } from '#src/figures/sets.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import { oneOf, taxYear } from '../../shared/parameters.ts'
import { evidenceRef } from '../fields.ts'

const form = z.enum(FORMS)

const KINDS = ['Band', 'Evidence'] as const
const TONES = ['Good', 'Caution', 'Concern', 'Neutral'] as const

export const sectionManifestItem = z
  .looseObject({
    Id: z.string().describe('SectionId of /sections/{SectionId}.'),
    Kind: z.enum(KINDS).describe('Band is a derived picture, Evidence filed rows.'),
    Title: z.string(),
    Summary: z.string(),
    SourceTags: z.array(z.string()).describe('Parts and schedules it is made from.'),
    Form: z
      .enum(FORMS)
      .optional()
      .describe(
        'Absent, as Year is, where an EvidenceRef names an entry of a list outside of returns.',
      ),
    Year: z.int().optional(),
    Ref: z.string().optional(),
    Pageable: z.boolean().optional(),
    Status: z
      .strictObject({
        Label: z.string(),
        Tone: z.enum(TONES),
        Score: z.number().optional(),
      })
      .optional(),
  })
  .meta({ id: 'SectionManifestItem' })
type SectionManifestItem = z.output<typeof sectionManifestItem>

export const presentSectionItem = (section: SectionSummary): SectionManifestItem => ({
  Id: section.id,
  Kind: section.kind,
  Title: section.title,
  Summary: section.summary,
  SourceTags: [...section.sourceTags],
  Form: section.form,
  Year: section.year,
  Pageable: section.pageable,
  ...(section.status && {
    Status: {
      Label: section.status.label,
      Tone: section.status.tone,
      Score: section.status.score,
    },
  }),
})

export const pageQuery = z.strictObject({
  Form: oneOf(FORMS, "Form to show; the organization's primary form when left out.").optional(),
  Year: taxYear('Tax year to show; the latest filing of the form when left out.'),
})

const classification = z
  .strictObject({
    Key: z.string(),
    Label: z.string(),
    PrimaryShare: z.number().optional().describe('Share of 1 that the class rests on.'),
    Summary: z.string(),
    EvidenceRefs: z.array(z.string()),
  })
  .meta({ id: 'OperatingModelClassification' })

const modifier = z
  .strictObject({
    Key: z.string(),
    Label: z.string(),
    Value: z.number().optional(),
    Summary: z.string(),
    EvidenceRefs: z.array(z.string()),
  })
  .meta({ id: 'OperatingModelModifier' })

export const operatingModel = z
  .strictObject({
    Form: z.enum(['990', '990EZ', '990PF']),
    TaxYear: z.int().optional(),
    Resource: classification,
    Delivery: classification,
    Modifiers: z.array(modifier).optional(),
  })
  .meta({ id: 'OperatingModel' })

const text = z.string().optional()

const context = z.looseObject({
  SelectedForm: form,
  SelectedYear: z.int(),
  PrimaryForm: form,
  AvailableForms: z.array(
    z.strictObject({ Form: form, LatestYear: z.int().optional(), Primary: z.boolean().optional() }),
  ),
  FilingRange: z
    .strictObject({ FirstYear: z.int().optional(), LatestYear: z.int().optional() })
    .optional()
    .describe('Tax years of all its current filings, whatever their form.'),
})

const hero = z.looseObject({
  EIN: z.string(),
  Name: z.string(),
  LegalName: text.describe("As the selected filing's header has it."),
  Form: form,
  Year: z.int(),
  Location: z
    .strictObject({ City: text, State: text, Country: text.describe('ISO 3166 alpha-2.') })
    .optional(),
  Website: text.describe('An address to open, made of the filed text.'),
  Phone: text,
  Mission: text,
  Description: text.describe(
    'First sentences of the mission, else of the first program; where neither is filed, of the website, which its EvidenceRef tells.',
  ),
  CurrentYearActivity: text.describe('The first program of the year, as filed.'),
  Financials: z
    .strictObject(heroFieldsOfA(() => z.number().optional()))
    .optional()
    .describe('Whole US dollars of the selected filing; assets and liabilities at its end.'),
  IRSRecognitionDate: text.describe("Month of the IRS's ruling, YYYY-MM."),
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
      Icon: text.describe("Path of the image the organization's website shows for itself."),
      MediaType: text,
    })
    .optional(),
  Contact: z
    .looseObject({
      SocialLinks: z
        .array(z.looseObject({ Network: z.string(), URL: z.string(), EvidenceRef: z.string() }))
        .optional()
        .describe("Accounts that the organization's website links to."),
    })
    .optional(),
  Enrichment: z.strictObject({
    State: z
      .enum(['Enriched', 'NotEnriched'])
      .describe('Whether the website of the latest filing was read; what was is shown as it was.'),
    CapturedAt: z.iso.datetime().optional().describe('When the website was last read.'),
  }),
  OperatingModel: operatingModel.optional(),
  CTA: z.enum(['EnhanceProfile', 'RequestDeeperDiligence']),
  EvidenceRefs: z
    .record(z.string(), evidenceRef)
    .describe(
      'By path of the field in Hero. Of a field of Financials that is absent: its line holds a text that is not an amount.',
    ),
})

export const charityPage = z
  .strictObject({
    Context: context,
    Hero: hero,
    Verdict: z.looseObject({
      State: z.enum(['Scored', 'NotEnoughData', 'NotRatedHere']),
      PolicyVersion: z.string(),
      BottomLine: z.string(),
      Score: z.number().optional(),
      Verdict: text,
    }),
    Sections: z.array(sectionManifestItem),
    SEO: z.looseObject({}).optional(),
    CompiledAt: z.iso.datetime().optional().describe('When the data was released.'),
    SchemaVersion: z.literal(2).optional(),
  })
  .meta({ id: 'CharityPage' })
export type CharityPage = z.output<typeof charityPage>
