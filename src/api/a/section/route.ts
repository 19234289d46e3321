import { z } from 'zod'
import { refOf } from '#src/domain/cite.ts'
import { refsOf } from '#src/domain/evidence.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { heroFieldsOfA } from '#src/figures/sets.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { CitedFiling, ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import type { FlowLine, FlowPoint, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { Relationship } from '#src/organizations/relations/related.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import { readSection } from '#src/organizations/sections/read-section.ts'
import type {
  SectionRow as DomainRow,
  RowsData as DomainRows,
  SchedulesData,
  Section,
  SectionData,
  SectionFact,
  SectionTable,
  SectionText,
} from '#src/organizations/sections/section-data.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { pathEin } from '../../shared/parameters.ts'
import {
  CURSOR_ERRORS,
  fieldName,
  presentEvidenceRef,
  presentNotReadable,
  toFields,
} from '../fields.ts'
import { getOperation } from '../operation.ts'
import { presentOperatingModel, presentSectionItem } from '../page/route.ts'
import { presentChecks } from './checks.ts'
import { presentRating } from './rating.ts'
import {
  type CharitySection,
  charitySection,
  type RowsData,
  type SectionRow,
  sectionId,
  sectionQuery,
} from './schema.ts'

type Data = CharitySection['Data']

const presentSection = (section: Section): CharitySection => ({
  Section: presentSectionItem(section.summary),
  Data: presentData(section.data),
  EvidenceRefs: section.evidence.map(presentEvidenceRef),
  ScheduleIndex: section.index?.map(({ name, ref }) => ({ Name: name, EvidenceRef: ref })),
  NextCursor: section.nextCursor,
})

function presentData(data: SectionData): Data {
  switch (data.kind) {
    case 'rows':
      return presentRows(data)
    case 'flow':
      return presentFlow(data.flow)
    case 'related':
      return { Relationships: data.relationships.map(presentRelationship) }
    case 'model':
      return presentOperatingModel(data.model)
    case 'rating':
      return presentRating(data.rating)
    case 'checks':
      return presentChecks(data.checks)
    case 'schedules':
      return presentSchedules(data)
    case 'target':
      return presentTarget(data.target)
  }
}

function presentRows(data: DomainRows): RowsData {
  const { facts, derived, mission, continued, tables, rows, filing } = data
  return {
    ...(facts.length > 0 && { Facts: presentFacts(facts) }),
    ...(derived.length > 0 && { Derived: presentFacts(derived) }),
    ...(mission.length > 0 && { Mission: mission.map(presentText) }),
    ...(continued.length > 0 && { Continued: continued.map(presentText) }),
    ...(tables.length > 0 && {
      Tables: tables.map(presentTable),
      Rows: rows.map(rowPresenter(filing)),
    }),
  }
}

const presentFacts = (facts: SectionFact[]) =>
  Object.fromEntries(
    facts.map(({ key, label, unit, value, ref }) => [
      fieldName(key),
      { Label: label, Unit: unit, Value: value, EvidenceRef: ref },
    ]),
  )

const presentText = ({ value, ref }: SectionText) => ({ Value: value, EvidenceRef: ref })

const presentTable = ({ key, columns, ...table }: SectionTable) => ({
  Key: fieldName(key),
  ...toFields(table),
  Columns: columns.map(({ key, label, unit }) => ({
    Key: fieldName(key),
    Label: label,
    Unit: unit,
  })),
})

/** Presents rows of one filing. */
function rowPresenter(filing: CitedFiling): (shown: DomainRow) => SectionRow {
  const toRef = refsOf(filing)
  const present = (shown: DomainRow): SectionRow => {
    const { table, row, detail } = shown
    const { path, label, isTotal } = row
    const line = lineOfRow(filing, shown)
    return {
      Table: fieldName(table),
      ...(label && { Label: label }),
      ...(line && { Line: line }),
      ...(isTotal && { Total: isTotal }),
      ...(path !== undefined && { EvidenceRef: toRef(path) }),
      ...presentCells(row, toRef),
      ...(detail && { ScheduleJ: present(detail) }),
    }
  }
  return present
}

function presentCells({ cells }: Row, toRef: (path: string) => string) {
  const values: SectionRow['Values'] = {}
  const refs: SectionRow['EvidenceRefs'] = {}
  for (const [key, { value, path }] of Object.entries(cells)) {
    const name = fieldName(key)
    values[name] = value
    refs[name] = toRef(path)
  }
  return { Values: values, EvidenceRefs: refs }
}

const presentPoint = ({ year, value, ref }: FlowPoint) => ({
  Year: year,
  Value: value,
  EvidenceRef: ref,
})

const presentLines = (lines: FlowLine[]) =>
  Object.fromEntries(
    lines.map(({ key, label, role, value, ref }) => [
      fieldName(key),
      {
        Label: label,
        Role: fieldName(role) as Capitalize<typeof role>,
        Value: value,
        EvidenceRef: ref,
      },
    ]),
  )

function presentFlow({ trend, unreadable, ...flow }: MoneyFlow): Data {
  const { revenues, expenses, assets, liabilities, fundBalance } = flow
  const lines = Object.entries({ revenues, expenses, assets, liabilities, fundBalance })
    .filter(([, found]) => found.length > 0)
    .map(([key, found]) => [fieldName(key), presentLines(found)])
  return {
    FinancialTrend: heroFieldsOfA((key) => trend[key].map(presentPoint)),
    ...Object.fromEntries(lines),
    ...presentNotReadable(
      Object.fromEntries(unreadable.map(({ key, ref }) => [fieldName(key), ref])),
    ),
  }
}

function presentRelationship(relationship: Relationship) {
  const { organization, roles, type, confidences, evidence } = relationship
  const { name, ein, city, state, country } = organization
  return {
    Organization: {
      Name: name,
      EIN: ein,
      Location: city || state || country ? toFields({ city, state, country }) : undefined,
    },
    Roles: roles,
    RelationshipType: type,
    Confidences: confidences,
    Evidence: evidence.map(({ filing, ein: filer, table, row }) => ({
      ...rowPresenter(filing)({ table, row }),
      FilerEIN: filer,
      Form: filing.form,
      TaxYear: filing.taxYear,
    })),
  }
}

const presentSchedules = ({ filing, elements }: SchedulesData): Data => ({
  Elements: elements.map(({ path, ...element }) => ({
    ...toFields(element, 'schedule', 'label', 'element', 'content'),
    ...(path !== undefined && { EvidenceRef: refOf(filing, path) }),
  })),
})

/** Returns a row with its table, a value, or an element as filed, whichever the Ref identifies. */
function presentTarget(target: ResolvedEvidence): Data {
  const { evidence, label, unit, value, row, element, leftOut, filing } = target
  if (row && filing) return { Rows: [rowPresenter(filing)(row)] }
  return {
    EvidenceRef: evidence.ref,
    ...toFields({ label, unit, value }),
    Content: element,
    LeftOut: leftOut?.map(({ path, rows }) => ({ Path: path, RowCount: rows })),
  }
}

export const sectionRoute = getOperation(
  '/api/v2/charity/:ein/sections/:SectionId',
  {
    operationId: 'getCharitySection',
    group: 'Organizations',
    summary: 'Get a section of a page, or the evidence behind a Ref',
    description: `Without EvidenceRef, returns one page of the section. With EvidenceRef, returns only the evidence behind that Ref; any SectionId works. The evidence is a derived figure, or a value or row from a source. Sources are the organization's filings (even superseded ones), other organizations' returns that list it, the registry, restriction lists, awards, and the website. A malformed Ref returns 400 InvalidEvidenceRef. A Ref that does not belong to the organization returns 404 EvidenceNotFound. ${CURSOR_ERRORS}`,
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
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
