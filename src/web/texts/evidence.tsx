import type { ComponentChildren } from 'preact'
import type { Evidence } from '#src/domain/evidence.ts'
import { formatCount } from '#src/domain/money.ts'

type Content = ComponentChildren
type Kind = Evidence['kind']

const KINDS: Record<Kind, string> = {
  filing: 'Filing',
  bmf: 'Registry row',
  pub78: 'Registry row',
  revocation: 'Revocation',
  derived: 'Derived figure',
  award: 'Federal award',
  subaward: 'Federal subaward',
  sdn: 'OFAC sanctions list entry',
  sam: 'SAM.gov exclusions list entry',
  web: 'Website',
}

const SEEN: Record<Kind, string> = {
  filing: 'filing',
  bmf: 'registry',
  pub78: 'registry',
  revocation: 'list',
  derived: 'calculation',
  award: 'award',
  subaward: 'award',
  sdn: 'list',
  sam: 'list',
  web: 'website',
}

/** Returns what a link to evidence opens: "see the filing". */
const see = (kind: Kind | undefined): string => `see the ${SEEN[kind ?? 'filing']}`

/** Texts of links to evidence, and on the evidence page. */
export const evidenceTexts = {
  link: {
    /** The title of a figure's link. */
    title: (text: string, kind: Kind | undefined) => `${text}: ${see(kind)}`,
    /** The same for people who hear the link alone. */
    label: (label: string, text: string, kind: Kind | undefined) =>
      `${label}: ${text}, ${see(kind)}`,
    source: 'source',
    wholeText: 'full text and source',
    website: 'from its website',
    wholeFromWebsite: 'full text, from its website',
    more: (count: number) => `and ${formatCount(count)} more of this kind`,
  },
  page: {
    title: 'Evidence',
    row: (place: number, table: string) => `Row ${place} of ${table}`,
    kinds: KINDS,
    noRef:
      'This address does not contain a Ref. To open evidence, follow the link on a figure. The link ends with ?Ref= and the figure’s Ref.',
    unknownRef: (path: string) =>
      `This Ref does not belong to this organization, or its filing is not loaded. Look for the figure on ${path}.`,
    open: 'Open this filing',
    section: (title: string) => `Show in section: ${title}`,
    api: 'Get this evidence from the API',
    formula: 'How it is calculated',
    inputs: (shown: number, count: number) =>
      shown < count ? `The first ${shown} of ${count} inputs` : 'Calculated from',
    notLoaded: 'no longer available',
    notKnown: 'not known',
    aRow: 'a row',
    anElement: 'an element',
  },
  value: {
    cells: 'All cells of this row',
    element: 'As filed',
    leftOut: (path: Content, rows: number | undefined) => (
      <>
        Too long to show: {path}
        {rows !== undefined && `, ${formatCount(rows)} rows`}.
      </>
    ),
    moreLeaves: (count: number) =>
      `${formatCount(count)} more values are not shown. To get all of them, use the API.`,
  },
  citation: {
    title: 'Cite this',
    footnote: 'Footnote',
    apa: 'APA',
    bibtex: 'BibTeX',
    address: 'Permanent address',
  },
  quote: {
    title: 'The element in the return',
    inside: 'Inside',
  },
  place: {
    title: 'Where to find it',
    xpath: 'XPath in the return',
    published: (publisher: string, link: Content) => (
      <>
        A single entry has no address, so this link opens the complete file ({publisher}): {link}.
      </>
    ),
    filing: 'The filing',
    original: 'Complete return',
    received: 'Received by the IRS',
    replaced: (objectId: Content, current: Content, same: Content) => (
      <>
        A later filing for the same period, object ID {objectId}, replaced this one. Open {current}
        {same && <> or {same}</>}.
      </>
    ),
    current: 'the current filing',
    samePlace: 'the same place in it',
  },
} as const
