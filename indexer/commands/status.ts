import Table from 'cli-table3'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import { countOf } from '#src/domain/money.ts'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'
import { readConfig } from '#src/platform/config.ts'
import { describeMapping } from '../awards/status.ts'
import { describeQuarantine } from '../index/quarantine.ts'
import { type ListStatus, readIndices, readStatus, type Status } from '../pipeline/status.ts'
import { count, labelled, NEXT } from './progress.ts'
import { describeCohort } from './rate.ts'
import { withServers } from './servers.ts'

/** `npm run status [-- --json]` */
export async function runStatus(options: { json?: boolean }): Promise<void> {
  const config = readConfig()
  const status = await withServers(config, async ({ db, opensearch }) =>
    readStatus(db, await readIndices(opensearch, config.indexPrefix)),
  )
  console.log(options.json ? JSON.stringify(status, null, 2) : describeStatus(status))
}

const megabytes = (bytes: number): string => `${count(Math.ceil(bytes / 1e6))} MB`

/** Returns the status as text of at most 80 columns. */
export function describeStatus(status: Status): string {
  return [
    ...describeContents(status),
    '',
    describeIndices(status),
    '',
    ...describeMissingOrganizations(status),
    nextStep(status),
  ].join('\n')
}

const describeContents = (status: Status): string[] => [
  ...describeStore(status),
  ...describeNetwork(status),
  ...describeMapping(status.awards),
  ...describeWebsites(status),
  ...(status.cohort
    ? labelled('Ratings', [`ranked against the ${describeCohort(status.cohort)}`])
    : []),
  ...describeWaiting(status),
  ...labelled('Lists', status.restrictionLists.map(describeList)),
  ...status.missingFilings.map(describeMissing),
]

function describeStore(status: Status): string[] {
  const forms = Object.entries(status.filingsByForm)
  const texts = status.embeddings.reduce((sum, { texts: own }) => sum + own, 0)
  return [
    ...labelled('Store', [
      `release ${status.newestRelease ?? '(none)'}`,
      countOf(status.organizations, 'organization'),
      ...forms.map(
        ([form, filings]) => `${countOf(filings, 'filing')} of ${FORM_NAMES[form as Form]}`,
      ),
    ]),
    ...labelled('Embeddings', [`${countOf(texts, 'text')}, ${megabytes(status.embeddingBytes)}`]),
  ]
}

/** Rows of money given, by the confidence of the recipient match. */
function describeNetwork({ network }: Status): string[] {
  const total = Object.values(network.rows).reduce((sum, rows) => sum + rows, 0)
  if (total === 0) return []
  return labelled('Network', [
    `${countOf(total, 'payment')}, by confidence of the recipient match:`,
    ...MATCH_CONFIDENCES.toReversed()
      .filter((confidence) => confidence !== 'None' && network.rows[confidence])
      .map((confidence) => `${count(network.rows[confidence] ?? 0)} ${confidence}`),
    `${count(network.rows.None ?? 0)} not found`,
  ])
}

/** Websites, once any has been tried. */
function describeWebsites({ websites: { enriched, notRead, due } }: Status): string[] {
  if (enriched + notRead === 0) return []
  const again = due === 0 ? '' : `; ${count(due)} due again`
  return labelled('Websites', [`${count(enriched)} read, ${count(notRead)} not read${again}`])
}

function describeWaiting(status: Status): string[] {
  const { filingsToDerive, organizationsToRate, network } = status
  const due = (label: string, isDue: boolean, what: string) =>
    isDue ? labelled(label, [`${what} due`]) : []
  const whose =
    network.waiting === 'all'
      ? 'all grants'
      : `grants by ${countOf(network.waiting, 'organization')}`
  return [
    ...due('Derive', filingsToDerive > 0, countOf(filingsToDerive, 'filing')),
    ...due('Resolve', network.waiting !== 0, whose),
    ...due('Rate', organizationsToRate > 0, countOf(organizationsToRate, 'organization')),
  ]
}

function describeList({ list, loaded }: ListStatus): string {
  const name = list === 'SAM' ? list : `OFAC ${list}`
  return loaded
    ? `${name} (${loaded.month}): ${countOf(loaded.parties, 'party', 'parties')}`
    : `${name}: not loaded, so organizations are not screened`
}

const describeMissing = ({ year, listed, missing }: Status['missingFilings'][number]): string =>
  `IRS index   ${year}: ${count(listed)} listed, ${count(missing)} not loaded`

// 80 columns including borders; a name without a prefix has 36 characters, and longer ones are
// wrapped.
const COLUMNS = [40, 11, 13, 11]

function describeIndices({ indices }: Pick<Status, 'indices'>): string {
  if (indices.length === 0) return 'No index has been built yet.'
  const table = new Table({
    head: ['Index', 'Role', 'Documents', 'Size'],
    colWidths: COLUMNS,
    colAligns: ['left', 'left', 'right', 'right'],
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [], 'padding-left': 1, 'padding-right': 0 },
  })
  for (const { name, role, documents, bytes } of indices) {
    table.push([name, role, count(documents), megabytes(bytes)])
  }
  return table.toString()
}

function describeMissingOrganizations({ indices }: Status): string[] {
  const live = indices.find(({ role }) => role === 'live')
  const lines = describeQuarantine(live?.quarantined ?? [])
  return lines.length === 0 ? [] : [...lines, '']
}

function nextStep({ newestRelease, filingsByForm, indices, ...due }: Status): string {
  if (newestRelease === null && Object.keys(filingsByForm).length === 0) {
    return 'Next: npm run load -- PATH (loads filings).'
  }
  const live = indices.find(({ role }) => role === 'live')
  const isDue = due.filingsToDerive > 0 || due.network.waiting !== 0 || due.organizationsToRate > 0
  // Without a release, a load was interrupted.
  if (isDue || newestRelease === null || live?.release !== newestRelease) {
    return `${NEXT} (derives, resolves, rates, and indexes what is due).`
  }
  return indices.some(({ role }) => role === 'other' || role === 'unfinished')
    ? 'The live index is up to date. To delete old indices, run npm run prune.'
    : 'The live index is up to date.'
}
