import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { openVectorSource, storeVectors } from '#indexer/index/build/embedding-cache.ts'
import { toCauseText, toPassages } from '#indexer/index/documents/passages.ts'
import { COPY_FILINGS, toFilingLine } from '#indexer/load/efile-slice.ts'
import { copyLines } from '#indexer/store/copy.ts'
import type { Block } from '#src/domain/blocks.ts'
import { FACTS, type FactKey } from '#src/domain/facts/definitions.ts'
import { type Narrative, readNarrative } from '#src/domain/facts/narrative.ts'
import type { Fact, Facts } from '#src/domain/facts/read-facts.ts'
import type { RowFacts } from '#src/domain/facts/row-facts.ts'
import { openFacts, openNarrative } from '#src/domain/facts/stored-facts.ts'
import type { Form } from '#src/domain/form.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Embedder } from '#src/platform/embedding/embedder.ts'
import type { Made } from './registry.ts'

/** A return, whose amounts and answers are copied. */
type Template = { form: Form; facts: Facts; rowFacts: RowFacts | null }

const TEMPLATES = `
  select form, facts, other_facts as "otherFacts", row_facts as "rowFacts" from filing
  where form in ('990', '990EZ', '990PF') and is_current order by object_id`

/** A mission, with its vector. */
type Mission = { sentences: string[]; vector: Float32Array }

// Large enough that starting a COPY costs nothing, small enough for memory.
const BATCH = 2_000

/**
 * Stores a return for each organization, as a load would write it, without its parts. Its facts are
 * those of a stored return, scaled to one of the `revenues`; its texts are sentences of two missions
 * from a file, or of stored returns. The vector of its cause text, between those of the missions, goes to the cache, where a
 * reindex finds it.
 */
export async function storeReturns(
  db: Postgres,
  embedder: Embedder,
  organizations: Iterable<Made>,
  { revenues, missionsFile }: { revenues: readonly number[]; missionsFile: string | undefined },
  stop: AbortSignal,
): Promise<void> {
  const stored = await db.query<Template & { otherFacts: Buffer | null }>(TEMPLATES)
  const templates = stored.map(openFacts)
  const missions = await readMissions(db, embedder, missionsFile)
  let lines: string[] = []
  let vectors = new Map<string, Float32Array>()
  const flush = async () => {
    stop.throwIfAborted()
    await Promise.all([
      copyLines(db.copyFrom(COPY_FILINGS), lines),
      storeVectors(db, embedder.model, [...vectors.keys()], [...vectors.values()]),
    ])
    lines = []
    vectors = new Map()
  }
  let made = 0
  for (const organization of organizations) {
    const [left, right] = pairOf(missions, made)
    const template = templates[made % templates.length]
    if (!left || !right || !template) throw new Error('There are no returns or missions.')
    const narrative = toNarrative(template.form, left.sentences, right.sentences)
    const cause = toCauseText(toPassages(narrative, () => ''))
    if (cause) vectors.set(cause, middle(left.vector, right.vector))
    const revenue = revenues[(made * 31) % revenues.length] ?? 0
    lines.push(toLine(made, organization, template, { narrative, revenue }))
    made += 1
    if (lines.length === BATCH) await flush()
  }
  if (lines.length > 0) await flush()
  await db.query(KEEP_DERIVED)
}

// Without parts, `npm run derive` would empty them after the next change of its rules.
const KEEP_DERIVED = "update filing set derived_version = 32767 where source_archive = 'scale'"

async function readMissions(
  db: Postgres,
  embedder: Embedder,
  file: string | undefined,
): Promise<Mission[]> {
  const filed = file ? readMissionsOf(file) : await readFiledTexts(db)
  const texts = [...new Set(filed)].filter(isWhole)
  const vectors = await openVectorSource(db, embedder).read(texts)
  return texts.flatMap((text) => {
    const vector = vectors.get(text)
    return vector ? [{ sentences: text.split(/(?<=[.;])\s+/), vector }] : []
  })
}

const readMissionsOf = (file: string): string[] =>
  parse<{ MISSION: string }>(readFileSync(file, 'utf8'), { columns: true, bom: true }).map((row) =>
    row.MISSION.trim(),
  )

async function readFiledTexts(db: Postgres): Promise<string[]> {
  const rows = await db.query<{ form: Form; narrative: Buffer }>(
    'select form, narrative from filing where is_current and narrative is not null order by object_id',
  )
  return rows.flatMap(({ form, narrative }) =>
    toPassages(openNarrative(form, narrative), () => '').map(({ text }) => text),
  )
}

// Shorter texts are names or pointers.
const isWhole = (text: string): boolean => text.length >= 40

/** Returns two missions; no pair repeats. */
function pairOf(missions: readonly Mission[], made: number): (Mission | undefined)[] {
  const first = made % missions.length
  const step = 1 + Math.floor(made / missions.length)
  return [missions[first], missions[(first + step * 37) % missions.length]]
}

/** Returns the vector of length 1 between two others. */
function middle(left: Float32Array, right: Float32Array): Float32Array {
  const sum = left.map((component, at) => component + (right[at] ?? 0))
  const length = Math.hypot(...sum)
  return sum.map((component) => component / length)
}

/** Returns texts of the first sentences of both, then of the others. */
function toNarrative(form: Form, left: string[], right: string[]): Narrative {
  const half = (sentences: string[]) => Math.ceil(sentences.length / 2)
  const mission = [...left.slice(0, half(left)), ...right.slice(0, half(right))].join(' ')
  const program = [...left.slice(half(left)), ...right.slice(half(right))].join(' ')
  const content = toElements(form, mission, program)
  return readNarrative(form, [{ block: `IRS${form}`, ordinal: 1, content }])
}

function toElements(form: Form, mission: string, program: string): Block {
  switch (form) {
    case '990':
      return { ActivityOrMissionDesc: mission, MissionDesc: mission, Desc: program }
    case '990EZ':
      return {
        PrimaryExemptPurposeTxt: mission,
        ProgramSrvcAccomplishmentGrp: [{ DescriptionProgramSrvcAccomTxt: program }],
      }
    default:
      return { SummaryOfDirectChrtblActyGrp: { Description1Txt: `${mission} ${program}`.trim() } }
  }
}

function toLine(
  made: number,
  { ein, name, city, state, zip }: Made,
  { form, facts, rowFacts }: Template,
  { narrative, revenue }: { narrative: Narrative; revenue: number },
): string {
  const header = { filerName: name, filerCity: city, filerState: state, filerZip: zip }
  // A year without real returns, as an object id's beginning.
  const objectId = `1999${String(made).padStart(14, '0')}`
  return toFilingLine(
    {
      objectId,
      ein,
      form,
      taxPeriodBegin: '2024-01-01',
      taxPeriodEnd: '2024-12-31',
      taxYear: 2024,
      schemaVersion: '2024v5.0',
      receivedOn: '2025-05-15',
      returnedAt: undefined,
      isAmended: false,
      isInitial: false,
      isFinal: false,
      isGroupReturn: false,
      facts: { ...scaleFacts(facts, revenue), ...toHeader(header, facts) },
      narrative,
      contents: { blocks: [], rows: {}, cut: [] },
      rowFacts: { sums: rowFacts?.sums ?? {} },
      warnings: [],
      related: [],
      edges: [],
      parts: [],
      people: [],
    },
    {
      archive: 'scale',
      member: undefined,
      sha256: createHash('sha256').update(objectId).digest(),
    },
  )
}

/** Returns the template's facts without texts, which identify it, with money in proportion. */
function scaleFacts(facts: Facts, revenue: number): Facts {
  const own = Number(facts.totalRevenue?.value)
  const factor = own > 0 ? revenue / own : 1
  const scaled: [string, Fact][] = []
  for (const [key, fact] of Object.entries(facts)) {
    const kind = FACTS[key as FactKey]?.[0]
    if (kind === 'text') continue
    const isMoney = kind === 'money' && typeof fact.value === 'number'
    scaled.push([key, isMoney ? { ...fact, value: Math.round(Number(fact.value) * factor) } : fact])
  }
  return Object.fromEntries(scaled)
}

const toHeader = (header: Record<string, string>, facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(header).flatMap(([key, value]) => {
      const fact = facts[key as FactKey]
      return fact && value ? [[key, { ...fact, value }]] : []
    }),
  )
