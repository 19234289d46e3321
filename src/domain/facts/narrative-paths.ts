import type { Form } from '../form.ts'

/** The paths of a form's texts about purpose and work, best first. */
type NarrativePaths = { mission: readonly string[]; programs: readonly string[] }

/**
 * Paths of mission and program texts in every name era: 2013 and later, to 2012, and the wrappers
 * of 2009 and before. A return has one era, so alternatives never occur together. A 990-T and a
 * postcard have none.
 */
export const NARRATIVE_PATHS: Partial<Record<Form, NarrativePaths>> = {
  '990': {
    mission: [
      '/IRS990/MissionDesc',
      '/IRS990/ActivityOrMissionDesc',
      '/IRS990/MissionDescription',
      '/IRS990/ActivityOrMissionDescription',
      '/IRS990/Form990PartIII/MissionDescription',
      '/IRS990/Form990PartI/ActivityOrMissionDescription',
    ],
    programs: [
      '/IRS990/Desc',
      '/IRS990/ProgSrvcAccomActy2Grp/Desc',
      '/IRS990/ProgSrvcAccomActy3Grp/Desc',
      '/IRS990/ProgSrvcAccomActyOtherGrp/Desc',
      '/IRS990/Description',
      '/IRS990/Activity2/Description',
      '/IRS990/Activity3/Description',
      '/IRS990/ActivityOther/Description',
      '/IRS990/Form990PartIII/Description',
      '/IRS990/Form990PartIII/Activity2/Description',
      '/IRS990/Form990PartIII/Activity3/Description',
      '/IRS990/Form990PartIII/ActivityOther/Description',
    ],
  },
  '990EZ': {
    mission: ['/IRS990EZ/PrimaryExemptPurposeTxt', '/IRS990EZ/PrimaryExemptPurpose'],
    programs: [
      '/IRS990EZ/ProgramSrvcAccomplishmentGrp/DescriptionProgramSrvcAccomTxt',
      '/IRS990EZ/ProgramServiceAccomplishment/DescriptionProgramServiceAccom',
    ],
  },
  // A foundation states no mission; its direct charitable activities are numbered, not repeated.
  '990PF': {
    mission: [],
    programs: [
      ...[1, 2, 3, 4].map((n) => `/IRS990PF/SummaryOfDirectChrtblActyGrp/Description${n}Txt`),
      ...[1, 2, 3, 4].map((n) => `/IRS990PF/SummaryOfDirectCharitableActy/Description${n}`),
    ],
  },
}

/** The line of each mission text, for citations; program texts are in tables. */
export const MISSION_LINES: Readonly<Record<string, string>> = {
  '/IRS990/MissionDesc': 'Part III, line 1',
  '/IRS990/MissionDescription': 'Part III, line 1',
  '/IRS990/Form990PartIII/MissionDescription': 'Part III, line 1',
  '/IRS990/ActivityOrMissionDesc': 'Part I, line 1',
  '/IRS990/ActivityOrMissionDescription': 'Part I, line 1',
  '/IRS990/Form990PartI/ActivityOrMissionDescription': 'Part I, line 1',
  '/IRS990EZ/PrimaryExemptPurposeTxt': 'Part III, primary exempt purpose',
  '/IRS990EZ/PrimaryExemptPurpose': 'Part III, primary exempt purpose',
}

/** Schedule O entries: the line each continues, and its text, in both eras. */
export const SCHEDULE_O = {
  entries: ['SupplementalInformationDetail', 'GeneralExplanation'],
  reference: [
    'FormAndLineReferenceDesc',
    'ReturnReferenceTxt',
    'IdentifierTxt',
    'ReturnReference',
    'Identifier',
  ],
  text: ['ExplanationTxt', 'Explanation'],
} as const

/** Schedule F regions where the organization works or gives. */
export const REGION_PATHS = [
  '/IRS990ScheduleF/AccountActivitiesOutsideUSGrp/RegionTxt',
  '/IRS990ScheduleF/GrantsToOrgOutsideUSGrp/RegionTxt',
  '/IRS990ScheduleF/ForeignIndividualsGrantsGrp/RegionTxt',
  '/IRS990ScheduleF/AcctsActvsOutUSTable/Region',
  '/IRS990ScheduleF/GrantsToOrgsOutsideUS/Region',
  '/IRS990ScheduleF/GrantsToIndOutsideUS/Region',
]

/** Parts of a return with any of these texts. */
export const NARRATIVE_BLOCKS = [
  'IRS990',
  'IRS990EZ',
  'IRS990PF',
  'IRS990ScheduleO',
  'IRS990ScheduleF',
] as const

/** Elements directly below a part that have any of these texts, which are kept as the narrative. */
export const NARRATIVE_ELEMENTS: readonly string[] = [
  ...new Set(
    [
      ...Object.values(NARRATIVE_PATHS).flatMap(({ mission, programs }) => [
        ...mission,
        ...programs,
      ]),
      ...REGION_PATHS,
      ...SCHEDULE_O.entries.map((entry) => `/IRS990ScheduleO/${entry}`),
    ].map((path) => path.split('/')[2] ?? ''),
  ),
]
