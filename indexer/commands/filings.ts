import Table from 'cli-table3'
import { breakLines, wrap } from '#src/cli/break-lines.ts'
import { showJson, showLine } from '#src/cli/show-text.ts'
import { isObjectId } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import {
  type Exclusion,
  excludeFiling,
  includeFiling,
  listExclusions,
  type StoredFiling,
} from '../load/exclusions.ts'
import { withStore } from './servers.ts'

const LONGEST_REASON = 500
const NEXT = 'Next: npm run refresh (updates figures, money flows, ratings, and search).'

/** `npm run filings -- exclude OBJECT_ID --reason TEXT`. Throws OperatorError for a wrong argument. */
export async function runExclude(objectId: string, options: { reason: string }): Promise<void> {
  requireObjectId(objectId)
  const reason = readReason(options.reason)
  await withStore(readConfig(), async ({ db }) => {
    const { filing, replaced } = await excludeFiling(db, objectId, reason)
    console.log(describeExcluded(objectId, filing, replaced))
  })
}

/** `npm run filings -- include OBJECT_ID`. Throws OperatorError when it is not excluded. */
export async function runInclude(objectId: string): Promise<void> {
  requireObjectId(objectId)
  await withStore(readConfig(), async ({ db }) => {
    const { isFound, filing } = await includeFiling(db, objectId)
    if (!isFound) {
      throw new OperatorError(
        wrap(
          `Filing ${objectId} is not excluded. To list excluded filings, run npm run filings -- excluded.`,
        ),
      )
    }
    console.log(describeIncluded(objectId, filing))
  })
}

/** `npm run filings -- excluded` */
export async function runListExcluded({ json = false }: { json?: boolean }): Promise<void> {
  await withStore(readConfig(), async ({ db }) => {
    const exclusions = await listExclusions(db)
    console.log(json ? showJson(exclusions) : describeExclusions(exclusions))
  })
}

function requireObjectId(objectId: string): void {
  if (isObjectId(objectId)) return
  throw new OperatorError(
    wrap(
      `"${showLine(objectId.slice(0, 60))}" is not an object ID. Expected 18 digits, or h- and 16 ` +
        `hex digits. An organization's "All filings" page shows its object IDs.`,
    ),
  )
}

/** Returns a reason on one line. Throws OperatorError if it is empty or too long. */
export function readReason(text: string): string {
  const reason = showLine(text.toWellFormed())
  if (reason.length > 0 && reason.length <= LONGEST_REASON) return reason
  const fault = reason.length === 0 ? 'is empty' : `has ${reason.length} characters`
  throw new OperatorError(
    wrap(
      `The reason ${fault}. Expected 1 to ${LONGEST_REASON} characters. Set the reason with ` +
        '--reason "…". Users see it with the filing.',
    ),
  )
}

const nameFiling = ({ ein, form, taxPeriodEnd }: Omit<StoredFiling, 'current'>): string =>
  `${FORM_NAMES[form]} of EIN ${ein} for the period ended ${taxPeriodEnd}`

/** Describes an exclusion and the next command, in lines of at most 80 columns. */
export function describeExcluded(
  objectId: string,
  filing: StoredFiling | undefined,
  replaced: string | null,
): string {
  const earlier = replaced === null ? '' : ` This reason replaces the earlier one: "${replaced}".`
  if (filing === undefined) {
    return wrap(
      `Filing ${objectId} is excluded. It is not loaded yet. It stays excluded when you load it.${earlier}`,
    )
  }
  const instead = filing.current
    ? `Filing ${filing.current} is now the current filing for that form and period.`
    : 'No other filing of that form and period is stored.'
  return `${wrap(`Filing ${objectId} is excluded: ${nameFiling(filing)}. ${instead}${earlier}`)}\n${NEXT}`
}

/** Describes the removal of an exclusion in the same way. */
export function describeIncluded(objectId: string, filing: StoredFiling | undefined): string {
  if (filing === undefined) {
    return wrap(`Filing ${objectId} is no longer excluded. It is not loaded.`)
  }
  const state =
    filing.current === objectId
      ? 'It is the current filing for that form and period.'
      : `Filing ${filing.current} is still the current filing for that form and period.`
  const sentence = `Filing ${objectId} is no longer excluded: ${nameFiling(filing)}. ${state}`
  return `${wrap(sentence)}\n${NEXT}`
}

// 80 columns including borders.
const COLUMNS = [19, 21, 36]

/** Returns the exclusions as a table of at most 80 columns. */
export function describeExclusions(exclusions: Exclusion[]): string {
  if (exclusions.length === 0) return 'No filing is excluded.'
  const table = new Table({
    head: ['Object ID, date', 'Filing', 'Reason'],
    colWidths: COLUMNS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  for (const exclusion of exclusions) {
    table.push([
      `${exclusion.objectId}\n${exclusion.excludedAt.toISOString().slice(0, 10)}`,
      describeFiling(exclusion),
      breakLines(exclusion.reason, (COLUMNS.at(-1) ?? 0) - 1, LONGEST_REASON),
    ])
  }
  return table.toString()
}

const describeFiling = ({ ein, form, taxPeriodEnd }: Exclusion): string =>
  ein && form && taxPeriodEnd
    ? `${FORM_NAMES[form]}, EIN\n${ein}, period\nended ${taxPeriodEnd}`
    : 'not loaded'
