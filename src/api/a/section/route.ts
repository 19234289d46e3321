import { z } from 'zod'
import { refOf } from '#src/domain/evidence.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { readSection } from '#src/organizations/sections/read-section.ts'
import type {
  RowsData,
  Section,
  SectionData,
  SectionFact,
} from '#src/organizations/sections/section-data.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { pathEin } from '../../shared/parameters.ts'
import { someOf, toMoneyFlow, toRelationship, toRows } from '../../shared/sections.ts'
import { presentEvidenceRef } from '../fields.ts'
import { getOperation } from '../operation.ts'
import { presentSectionItem } from '../page/route.ts'
import { toRating } from './rating.ts'
import { type CharitySection, charitySection, DATA, sectionId, sectionQuery } from './schema.ts'

const presentSection = (section: Section): CharitySection => ({
  Section: presentSectionItem(section.summary),
  Data: presentData(section.data),
  EvidenceRefs: section.evidence.map(presentEvidenceRef),
  ScheduleIndex: section.index?.map(({ name, ref }) => ({ Name: name, EvidenceRef: ref })),
  NextCursor: section.nextCursor,
})

function presentData(data: SectionData): CharitySection['Data'] {
  switch (data.kind) {
    case 'rows':
      return DATA.rows.write(toRowsData(data))
    case 'flow':
      return DATA.flow.write(toMoneyFlow(data.flow))
    case 'related':
      return DATA.related.write({ relationships: data.relationships.map(toRelationship) })
    case 'model':
      return DATA.model.write(data.model)
    case 'rating':
      return DATA.rating.write(toRating(data.rating))
    case 'checks':
      return DATA.checks.write(data)
    case 'schedules': {
      const { filing, elements } = data
      const toElement = ({ path, ...element }: (typeof elements)[number]) => ({
        ...element,
        ref: path === undefined ? undefined : refOf(filing, path),
      })
      return DATA.schedules.write({ elements: elements.map(toElement) })
    }
    case 'target':
      return DATA.target.write(toTarget(data.target))
  }
}

const toRowsData = ({ facts, derived, mission, continued, tables, rows, filing }: RowsData) => ({
  facts: byKey(facts),
  derived: byKey(derived),
  mission: someOf(mission),
  continued: someOf(continued),
  ...(tables.length > 0 && { tables, rows: rows.map(toRows(filing)) }),
})

const byKey = (facts: SectionFact[]) =>
  facts.length > 0 ? Object.fromEntries(facts.map((fact) => [fact.key, fact])) : undefined

/** Returns a row with its table, a value, or an element as filed, whichever the Ref identifies. */
function toTarget({ evidence, row, element, filing, ...target }: ResolvedEvidence) {
  if (row && filing) return { rows: [toRows(filing)(row)] }
  const { label, unit, value, leftOut } = target
  return {
    ...{ ref: evidence.ref, label, unit, value, content: element },
    leftOut: leftOut?.map(({ path, rows }) => ({ path, rowCount: rows })),
  }
}

export const sectionRoute = getOperation(
  '/api/v2/charity/:ein/sections/:SectionId',
  {
    operationId: 'getCharitySection',
    group: 'Organizations',
    summary: 'Get a section of a page, or the evidence behind a Ref',
    description: `Without EvidenceRef, returns one page of the section. With EvidenceRef, returns only the evidence behind that Ref; any SectionId works.`,
    terms: { access: 'open', costs: 'Data', slot: 'store' },
    examples: [
      {
        name: 'Section',
        summary: 'A section of rows, one row per page',
        path: { ...inPath(DEMO.turkanaWells), SectionId: 'Leadership' },
        query: { Limit: 1 },
      },
      {
        name: 'Checks',
        summary: 'Cross-checks of a return that contradicts itself',
        path: { ...inPath(DEMO.perryCountyHomes), SectionId: 'Checks' },
      },
    ],
    request: {
      params: z.strictObject({ ein: pathEin(), SectionId: sectionId }),
      querystring: sectionQuery,
    },
    response: charitySection,
  },
  async (deps: ProfileDeps, { params, query }) =>
    presentSection(
      await readSection(deps, params.ein, {
        section: params.SectionId,
        form: query.Form,
        year: query.Year,
        cursor: query.Cursor,
        limit: query.Limit,
        ref: query.EvidenceRef,
      }),
    ),
)
