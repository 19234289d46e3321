import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { VECTOR_DIMENSION } from '#mappings/organizations.ts'
import { nteeCodes, nteeLabel } from '#src/domain/ntee.ts'
import { sketchDocument } from './world.ts'

type Sketch = Parameters<typeof sketchDocument>[0] & {
  /** Cosine of its text with every Intent and with the subject's text. */
  cosine?: number
  nteeCode?: string
  isInferred?: boolean
  family?: string
}

/** Returns a vector with a given cosine to the first axis. */
export const vectorAt = (cosine: number): number[] =>
  Array.from({ length: VECTOR_DIMENSION }, (_, at) =>
    at === 0 ? cosine : at === 1 ? Math.sqrt(1 - cosine ** 2) : 0,
  )

/** A made-up organization whose text has a chosen distance in meaning. */
export function sketchSimilar(sketch: Sketch): OrganizationDocument {
  const { cosine, nteeCode, isInferred = false, family, ein } = sketch
  const { vector: _, ...document } = sketchDocument({ ...sketch, hasVector: false })
  const { cause: _cause, ...display } = document.display
  const label = nteeCode ? nteeLabel(nteeCode) : undefined
  const cause = label && {
    cause: {
      code: label.code,
      label: label.label,
      isInferred,
      ...(!isInferred && { ref: `bmf:2026-02:${ein}:NTEE_CD` }),
    },
  }
  return {
    ...document,
    display: {
      ...display,
      ...cause,
      ...(family && { familyId: family, role: 'Member' as const }),
      ...(sketch.form && {
        operatingModel: {
          resource: { key: 'Contributions', label: 'Contributions' },
          delivery: { key: 'DirectService', label: 'Direct service' },
        },
      }),
    },
    filter: {
      ...document.filter,
      cause: nteeCode ? nteeCodes(nteeCode) : [],
      ...(family && { family }),
    },
    ...(cosine !== undefined && { vector: { cause: vectorAt(cosine) } }),
  }
}

const filer = { form: '990', state: 'OH', revenue: 2_000_000 } as const
const chapters = (prefix: string, count: number, sketch: Omit<Sketch, 'ein' | 'name'>) =>
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(3, '0')
    return sketchSimilar({ ein: `${prefix}${number}`, name: `Troop ${number}`, ...sketch })
  })

export const SUBJECT = '070000101'
export const OWN_FAMILY = 'GEN-7001'

const PANTRY = 'Gives food to hungry families and runs a mobile pantry.'
const FAMILY_TEXT = 'Chapters cook and share meals with hungry neighbours.'

/**
 * A pantry, similar and dissimilar organizations, and two families of chapters that all file the
 * same words.
 */
export const SIMILAR_ORGANIZATIONS = [
  sketchSimilar({
    ...filer,
    ein: SUBJECT,
    name: 'Marrowfield Pantry',
    program: PANTRY,
    cosine: 1,
    nteeCode: 'K31',
    family: OWN_FAMILY,
  }),
  sketchSimilar({
    ...filer,
    ein: '070000102',
    name: 'Ashgrove Food Shelf',
    program: 'Hands out food to hungry families.',
    cosine: 0.9,
    nteeCode: 'K31',
    revenue: 1_500_000,
  }),
  sketchSimilar({
    ...filer,
    ein: '070000103',
    name: 'Tolliver Gardens',
    program: 'Grows vegetables for kitchens.',
    cosine: 0.7,
    nteeCode: 'K20',
    state: 'TX',
  }),
  sketchSimilar({
    ...filer,
    ein: '070000104',
    name: 'Winterbourne Shelter',
    program: 'Shelters and feeds families.',
    cosine: 0.8,
    nteeCode: 'L41',
  }),
  sketchSimilar({
    ...filer,
    ein: '070000105',
    name: 'Quillon Kitchen',
    program: 'Cooks for families.',
    cosine: 0.75,
    nteeCode: 'O',
    isInferred: true,
  }),
  sketchSimilar({ ...filer, ein: '070000106', name: 'Registered Pantry', nteeCode: 'K31' }),
  sketchSimilar({
    ...filer,
    ein: '070000107',
    name: 'Ellery Choir',
    program: 'Sings madrigals.',
    cosine: 0.1,
    nteeCode: 'A6B',
  }),
  sketchSimilar({
    ...filer,
    ein: '070000108',
    name: 'Pantry Foundation',
    program: 'Grants to pantries.',
    cosine: 0.95,
    nteeCode: 'K31',
    form: '990PF',
  }),
  sketchSimilar({ ein: '070000109', name: 'Nothing Known Of' }),
  sketchSimilar({ ein: '070000111', name: 'Silent Postcards', form: '990N' }),
  sketchSimilar({
    ...filer,
    ein: '070000110',
    name: 'Lone Postal Museum',
    nteeCode: 'A54',
    form: '990PF',
  }),
  ...chapters('071000', 120, {
    ...filer,
    program: PANTRY,
    cosine: 1,
    nteeCode: 'K31',
    family: OWN_FAMILY,
  }),
  ...chapters('072000', 240, {
    ...filer,
    program: FAMILY_TEXT,
    cosine: 0.98,
    nteeCode: 'K31',
    family: 'GEN-7002',
  }),
]
