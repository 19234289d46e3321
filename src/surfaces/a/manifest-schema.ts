import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import type { SectionSummary } from '../../profiles/sections/section.ts'

const KINDS = ['Band', 'Evidence'] as const
const TONES = ['Good', 'Caution', 'Concern', 'Neutral'] as const

/** Interface part 2.1, SectionManifestItem. */
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
export type SectionManifestItem = z.output<typeof sectionManifestItem>

/** A's form of an entry of the manifest. */
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
      ...(section.status.score !== undefined && { Score: section.status.score }),
    },
  }),
})
