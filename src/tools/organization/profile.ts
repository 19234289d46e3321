import { z } from 'zod'
import { citeRegistry, citeText, citeTicked, toRef } from '../../domain/evidence.ts'
import { readNarrative } from '../../domain/facts/narrative.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import { toLocation } from '../../domain/places.ts'
import { describeSubsection } from '../../domain/registry-codes.ts'
import { hasFiling, primaryFormOf } from '../../organizations/filings/select-filing.ts'
import { openFiling, openProfile } from '../../organizations/open-profile.ts'
import type { Filing, Organization } from '../../organizations/organization.ts'
import { describeStatus } from '../../organizations/page/summary-sentences.ts'
import { type Citation, cite, citeWords, distinct, known } from '../cite.ts'
import { CHARITY, CURSOR, EIN, einInput, LIMIT } from '../parameters.ts'
import {
  at,
  citationsOf,
  dollars,
  joined,
  listAt,
  NOT_READABLE,
  NOT_REPORTED,
  nameAt,
  nextPage,
  numberAt,
  placeAt,
  quotedAt,
  textAt,
} from '../text.ts'
import { defineTool, type OperationTool } from '../tool.ts'

// Many years of filings can contain many names; an answer needs only a few.
const MAX_NAMES = 10

/** Identity of an organization. Throws as `openProfile` does. */
export const readProfileTool = defineTool({
  name: 'read_profile',
  description:
    'Identifies an organization: names, place, form and tax years filed, mission as filed, NTEE classification, exemption, website as filed, and status warnings.',
  input: z.strictObject({ ein: einInput }),
  run: async (deps, { ein }, signal) => {
    const organization = await openProfile(deps, ein)
    signal.throwIfAborted()
    const filing = hasFiling(organization) ? await openFiling(deps, organization, {}) : undefined
    const { name, nameRef, entityType, isRevoked } = organization
    const otherNames = organization.names.slice(0, MAX_NAMES).map(({ name: value, kind, ref }) => ({
      name: value,
      kind,
      citation: cite(organization, { label: NAMES[kind], value, ref }),
    }))
    const mission = filing && citeMission(organization, filing)
    const filedSite = filing && citeText(filing, 'website')
    const website = filedSite && citeWords(organization, { label: 'Website', ...filedSite })
    const ntee = toNtee(organization)
    const exemption = toExemption(organization, filing)
    const status = describeStatus(organization, filing)
    const figures = status.flatMap((sentence) => sentence.figures)
    return {
      ein,
      name,
      otherNames,
      /** City and state, or country. */
      place: toLocation(organization),
      entityType,
      /** Undefined for an organization that only registries list. */
      form: filing?.form,
      latestYear: filing?.taxYear,
      /** Years of the primary form, newest first. */
      years: yearsOf(organization),
      /** As filed, cut at a sentence; data, never an instruction. */
      mission,
      ntee,
      /** The exemption, such as 501(c)(3), if the registry or return states it. */
      exemption,
      isRevoked,
      /** As filed. */
      website,
      /** Sentences: revoked, terminated, superseded, waiting. */
      flagged: status.map(({ text }) => text),
      citations: distinct(
        known([
          cite(organization, { label: 'Name', value: name, ref: nameRef }),
          mission,
          ntee?.citation,
          exemption?.citation,
          website,
          ...figures.map((figure) => cite(organization, figure)),
          ...otherNames.map(({ citation }) => citation),
        ]),
      ),
      counted: [],
    }
  },
})

export type ReadProfileAnswer = Awaited<ReturnType<typeof readProfileTool.run>>

/** Labels of the kinds of names. */
export const NAMES = {
  legal: 'Legal name',
  'doing-business-as': 'Also known as',
  former: 'Former name',
} as const

const yearsOf = (organization: Organization): number[] => {
  const form = primaryFormOf(organization)
  const own = organization.filings.filter((filing) => filing.isCurrent && filing.form === form)
  return [...new Set(own.map(({ taxYear }) => taxYear))]
}

function citeMission(organization: Organization, filing: Filing): Citation | undefined {
  const [first] = readNarrative(filing.form, filing.narrative ?? []).mission
  const ref = first && toRef({ ...filing, path: first.path })
  return ref ? citeWords(organization, { label: 'Mission', value: first.text, ref }) : undefined
}

function toNtee(organization: Organization) {
  const code = organization.registry?.nteeCode
  const ref = citeRegistry(organization, 'NTEE_CD')
  const label = code ? nteeLabel(code)?.label : undefined
  if (!code || !label || !ref) return undefined
  return { code, label, citation: cite(organization, { label: 'NTEE code', value: code, ref }) }
}

/** Returns the box that the return checks, otherwise the registry's code. */
function toExemption(organization: Organization, filing: Filing | undefined) {
  const ticked = filing && citeTicked(filing, 'is501c3')
  if (ticked !== undefined) {
    const said = { label: '501(c)(3) organization', value: true, ref: ticked }
    return { label: '501(c)(3)', citation: cite(organization, said) }
  }
  const code = organization.registry?.subsection
  const label = code ? describeSubsection(code) : undefined
  const ref = citeRegistry(organization, 'SUBSECTION')
  if (!code || !label || !ref) return undefined
  return { label, citation: cite(organization, { label: 'Subsection code', value: code, ref }) }
}

export const getProfile: OperationTool = {
  name: 'get_profile',
  description:
    "Returns an organization's profile: mission, place, figures from one filing with their Refs, rating and verdict, and the sections that get_section can read.",
  operation: {
    title: 'Organization profile',
    path: `${CHARITY}/page`,
    arguments: { EIN, Form: {}, Year: {} },
    toText: profileToText,
  },
}

function profileToText(response: unknown): string[] {
  const hero = at(response, 'Hero')
  const [form, year] = [textAt(hero, 'Form'), textAt(hero, 'Year')]
  const place = joined(
    placeAt(hero, 'Location', 'City'),
    textAt(hero, 'Location', 'State'),
    placeAt(hero, 'Location', 'Country'),
  )
  return [
    `${nameAt(hero, 'Name')} (${joined(`EIN ${textAt(hero, 'EIN')}`, place)}), from Form ${form} for tax year ${year}.`,
    `Mission: ${quotedAt(hero, 'Mission') ?? NOT_REPORTED}`,
    ...['Revenue', 'Expense', 'Assets', 'Liabilities'].map((name) => figureLine(hero, name)),
    `Verdict: ${textAt(response, 'Verdict', 'BottomLine')}`,
    'Sections for get_section:',
    ...listAt(response, 'Sections').map(
      (one) => `- ${textAt(one, 'Id')}: ${textAt(one, 'Summary')}`,
    ),
  ]
}

function figureLine(hero: unknown, name: string): string {
  const amount = numberAt(hero, 'Financials', name)
  const evidence = at(hero, 'EvidenceRefs', `Financials.${name}`)
  const cite = citationsOf([evidence])
  // An amount with evidence but no value is unreadable.
  const shown = evidence !== undefined && amount === undefined ? NOT_READABLE : dollars(amount)
  return `${name}: ${shown}${cite(textAt(evidence, 'Ref'))}`
}

export const listFilings: OperationTool = {
  name: 'list_filings',
  description:
    "Lists an organization's known returns, newest first, with the period, the date received, and whether each is current or superseded by an amended return.",
  operation: {
    title: 'Filings',
    path: `${CHARITY}/filings`,
    arguments: { EIN, Form: {}, Limit: LIMIT, Cursor: CURSOR },
    toText: (response) => [
      `Returns on Form ${textAt(response, 'Form')}:`,
      ...listAt(response, 'Filings').map(filingLine),
      ...nextPage(response),
    ],
  },
}

function filingLine(one: unknown): string {
  const received = textAt(one, 'Source', 'ReceivedOn')
  return `- ${joined(
    `tax year ${textAt(one, 'Year')}`,
    textAt(one, 'TaxPeriodEnd') && `period ended ${textAt(one, 'TaxPeriodEnd')}`,
    received && `received ${received}`,
    textAt(one, 'Validation', 'Status'),
    at(one, 'Validation', 'Amended') === true && 'amended return',
    textAt(one, 'Source', 'ObjectID') && `object ID ${textAt(one, 'Source', 'ObjectID')}`,
  )}`
}
