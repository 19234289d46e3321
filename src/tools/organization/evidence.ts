import { z } from 'zod'
import { resolveEvidence } from '../../organizations/evidence/resolve-evidence.ts'
import { openFiler } from '../../organizations/open-profile.ts'
import { known, unlessNotFound } from '../cite.ts'
import { EIN, einInput } from '../parameters.ts'
import { at, counted, joined, listAt, nameAt, textAt, worded } from '../text.ts'
import { defineTool, type OperationTool } from '../tool.ts'
import { cellLines, MAX_LINES, SECTION, tableOf } from './sections.ts'

/**
 * The values of single Refs, such as the operands of a computed figure. Throws ProfileNotFound. Not
 * in the registry of tools, because models get numbers for citations and see no Refs.
 */
export const readEvidence = defineTool({
  name: 'read_evidence',
  description: 'Returns the values of up to four Refs of an organization.',
  input: z.strictObject({
    ein: einInput,
    refs: z.array(z.string().max(1_000)).min(1).max(4),
  }),
  run: async (deps, { ein, refs }, signal) => {
    const organization = await openFiler(deps, ein)
    signal.throwIfAborted()
    const read = refs.map(async (ref) => {
      const found = await unlessNotFound(resolveEvidence(deps, organization, ref))
      if (found?.value === undefined || found.label === undefined) return undefined
      const { value, label, unit, evidence } = found
      return { label, unit, citation: { ein, label, value, evidence } }
    })
    const values = known(await Promise.all(read))
    return {
      /** In the order of their Refs, without rows and Refs that no longer exist. */
      values,
      citations: values.map(({ citation }) => citation),
      counted: [],
    }
  },
})

const REF = {
  isRequired: true,
  description: 'A Ref from an earlier response, unchanged.',
  examples: ['990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt'],
} as const

export const getEvidence: OperationTool = {
  name: 'get_evidence',
  description:
    'Returns the evidence behind a figure: the value as filed, with its form, tax year, line, XPath, and filing, ready to cite. Call it before you rely on or quote a figure. A Ref is enough; with EIN, a row comes with all its values.',
  operation: {
    title: 'Evidence behind a figure',
    path: '/api/v2/evidence',
    arguments: { Ref: REF },
    toText: citationToText,
  },
  insteadWith: {
    EIN: {
      title: 'Evidence of an organization',
      path: SECTION,
      // Every section opens every Ref of the organization; this section always exists.
      fixed: { SectionId: 'MoneyFlow' },
      answers: { Data: 'EvidenceData' },
      arguments: {
        EIN: { ...EIN, description: 'The organization that the Ref belongs to: nine digits.' },
        Ref: { ...REF, parameter: 'EvidenceRef' },
      },
      toText: evidenceToText,
    },
  },
}

function citationToText(response: unknown): string[] {
  const value = at(response, 'Value')
  const filing = at(response, 'Filing')
  const successor = textAt(filing, 'SupersededBy')
  const shown =
    value === undefined
      ? `a row or an element with several values. To read them, call get_evidence again with EIN ${textAt(response, 'EIN')}`
      : worded(value, textAt(response, 'Unit'))
  const lines: [string, string | undefined][] = [
    ['Organization', `${nameAt(response, 'Name')} (EIN ${textAt(response, 'EIN')})`],
    ['Cite as', textAt(response, 'EvidenceRef', 'Citation')],
    ['XPath or column', textAt(response, 'EvidenceRef', 'SourcePath')],
    ['Filing', textAt(filing, 'ObjectID')],
    ['Formula', textAt(response, 'EvidenceRef', 'Formula')],
    [
      'Derived from',
      joined(...listAt(response, 'EvidenceRef', 'DerivedFrom').map((ref) => textAt(ref))),
    ],
    ['Superseded by', successor],
  ]
  return [
    `${textAt(response, 'Label')}: ${shown}`,
    ...lines.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])),
  ]
}

function evidenceToText(response: unknown): string[] {
  const data = at(response, 'Data')
  const ref = textAt(data, 'EvidenceRef')
  const evidence = listAt(response, 'EvidenceRefs')
  const own = evidence.find((one) => textAt(one, 'Ref') === ref) ?? evidence[0]
  const lines: [string, string | undefined][] = [
    ['Cite as', textAt(own, 'Citation')],
    ['XPath or column', textAt(own, 'SourcePath')],
    ['Filing', textAt(own, 'SourceDocument')],
    ['Formula', textAt(own, 'Formula')],
    ['Derived from', joined(...listAt(own, 'DerivedFrom').map((ref) => textAt(ref)))],
  ]
  const isSuperseded = at(response, 'Section', 'Status') !== undefined
  return [
    ...valueLines(data, textAt(own, 'SourcePath')),
    ...lines.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])),
    // Only in that case is the summary of the section about the value.
    ...(isSuperseded ? [`Note: ${textAt(response, 'Section', 'Summary')}`] : []),
  ]
}

/** Values of separate lists have no label, only the name of a column. */
function valueLines(data: unknown, column: string | undefined): string[] {
  const [row] = listAt(data, 'Rows')
  if (row !== undefined) return [`${tableOf(row) ?? 'A row'}, one row:`, ...cellLines(row)]
  const label = textAt(data, 'Label')
  const value = at(data, 'Value')
  if (value !== undefined) {
    return [`${label ?? column ?? 'Value'}: ${worded(value, textAt(data, 'Unit'))}`]
  }
  const leaves = [...leavesOf(at(data, 'Content'))]
  const left = leaves.length - MAX_LINES
  return [
    `${label ?? 'The record'}, as filed:`,
    ...leaves.slice(0, MAX_LINES).map(([name, text]) => `- ${name ? `${name}: ` : ''}${text}`),
    ...(left > 0 ? [`- and ${counted(left, 'more value')}`] : []),
  ]
}

/** Yields the texts of an element or a record, each with the name of its field. */
function* leavesOf(content: unknown, name = ''): Generator<[name: string, text: string]> {
  if (Array.isArray(content)) for (const one of content) yield* leavesOf(one, name)
  else if (typeof content === 'object' && content !== null) {
    for (const [key, one] of Object.entries(content)) yield* leavesOf(one, key)
  } else if (content !== undefined) yield [name, worded(content)]
}
