import { refOf } from '#src/domain/cite.ts'
import { refsOf } from '#src/domain/evidence.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { heroFieldsOfA } from '#src/figures/sets.ts'
import type { CitedFiling, ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import type { FlowLine, FlowPoint, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { Relationship } from '#src/organizations/relations/related.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
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
import { fieldName, presentEvidenceRef, presentNotReadable } from '../fields.ts'
import { presentOperatingModel } from '../page/present.ts'
import { presentSectionItem } from '../page/schema.ts'
import { presentChecks } from './checks.ts'
import { presentRating } from './rating.ts'
import type { CharitySection, RowsData, SectionRow } from './schema.ts'

type Data = CharitySection['Data']

export const presentSection = ({
  summary,
  data,
  evidence,
  index,
  nextCursor,
}: Section): CharitySection => ({
  Section: presentSectionItem(summary),
  Data: presentData(data),
  EvidenceRefs: evidence.map(presentEvidenceRef),
  ...(index && {
    ScheduleIndex: index.map(({ name, ref }) => ({
      Name: name,
      EvidenceRef: ref,
    })),
  }),
  NextCursor: nextCursor,
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
      { Label: label, ...(unit && { Unit: unit }), Value: value, EvidenceRef: ref },
    ]),
  )

const presentText = ({ value, ref }: SectionText) => ({ Value: value, EvidenceRef: ref })

const presentTable = ({ key, label, line, rowCount, columns }: SectionTable) => ({
  Key: fieldName(key),
  Label: label,
  Line: line,
  RowCount: rowCount,
  Columns: columns.map((column) => ({
    Key: fieldName(column.key),
    Label: column.label,
    ...(column.unit && { Unit: column.unit }),
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

const ROLES = {
  total: 'Total',
  part: 'Part',
  function: 'Function',
  detail: 'Detail',
  beside: 'Beside',
} as const satisfies Record<FlowLine['role'], string>

const presentLines = (lines: FlowLine[]) =>
  Object.fromEntries(
    lines.map(({ key, label, role, value, ref }) => [
      fieldName(key),
      { Label: label, Role: ROLES[role], Value: value, EvidenceRef: ref },
    ]),
  )

function presentFlow({ trend, ...flow }: MoneyFlow): Data {
  const { revenues, expenses, assets, liabilities, fundBalance, unreadable } = flow
  return {
    FinancialTrend: heroFieldsOfA((key) => trend[key].map(presentPoint)),
    ...(revenues.length > 0 && { Revenues: presentLines(revenues) }),
    ...(expenses.length > 0 && { Expenses: presentLines(expenses) }),
    ...(assets.length > 0 && { Assets: presentLines(assets) }),
    ...(liabilities.length > 0 && { Liabilities: presentLines(liabilities) }),
    ...(fundBalance.length > 0 && { FundBalance: presentLines(fundBalance) }),
    ...presentNotReadable(
      Object.fromEntries(unreadable.map(({ key, ref }) => [fieldName(key), ref])),
    ),
  }
}

function presentRelationship(relationship: Relationship) {
  const { organization, roles, type, confidences, evidence } = relationship
  const { name, ein, city, state, country } = organization
  const location = {
    ...(city && { City: city }),
    ...(state && { State: state }),
    ...(country && { Country: country }),
  }
  return {
    Organization: {
      ...(name && { Name: name }),
      ...(ein && { EIN: ein }),
      ...(Object.keys(location).length > 0 && { Location: location }),
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
  Elements: elements.map(({ schedule, label, element, path, content }) => ({
    Schedule: schedule,
    Label: label,
    Element: element,
    ...(path !== undefined && { EvidenceRef: refOf(filing, path) }),
    Content: content,
  })),
})

/** A Ref names a row with its table, a value, or an element as filed. */
function presentTarget({
  evidence,
  label,
  unit,
  value,
  row,
  element,
  leftOut,
  filing,
}: ResolvedEvidence): Data {
  if (row && filing) return { Rows: [rowPresenter(filing)(row)] }
  return {
    EvidenceRef: evidence.ref,
    ...(label && { Label: label }),
    ...(unit && { Unit: unit }),
    Value: value,
    Content: element,
    ...(leftOut && {
      LeftOut: leftOut.map(({ path, rows }) => ({
        Path: path,
        RowCount: rows,
      })),
    }),
  }
}
