import type { FactKey } from './facts/definitions.ts'
import { type Facts, type FactValue, misreadFacts } from './facts/read-facts.ts'
import { FORM_BLOCK, FORMS, type Form } from './form.ts'
import { knownFields } from './known-fields.ts'

/**
 * The target of an EvidenceRef (docs/working/decisions/refs.md):
 * - `filing`: a leaf or row of a return or a postcard, `990:2022:<object id>:/IRS990/…`;
 * - `bmf`, `pub78`: a column of a registry row, `bmf:2026-04:<EIN>:NAME`;
 * - `revocation`: a column of one revocation, `revocation:<EIN>:2021-05-15:<column>`;
 * - `derived`: a computed figure, `derived:<key>:<EIN>:<tax year>`;
 * - `sdn`, `sam`: an entry of a restriction list (OFAC's lists, SAM exclusions) of a month, or one
 *   of its columns, `sdn:2026-04:<entry>` and `sdn:2026-04:<entry>:SDN_Name`; other characters than
 *   letters and digits in a column are underscores, `sam:2026-04:<SAM number>:Exclusion_Type`;
 * - `award`, `subaward`: an award of USAspending by its unique key, in which other characters than
 *   letters, digits, "_", "-" and "." are percent-encoded, or one of its columns (source-columns.ts),
 *   `award:ASST_NON_H79_075:total_obligated_amount`;
 * - `web`: a field of a snapshot of the organization's website, by the id of its content,
 *   `web:<EIN>:<16 hex digits>:Description`; an entry of a list has a 1-based index, `SocialLinks[2]`.
 */
export type Evidence =
  | ({ kind: 'filing' } & FilingPlace)
  | { kind: 'bmf' | 'pub78'; asOf: string; ein: string; column: string }
  | { kind: 'revocation'; ein: string; revokedOn: string; column: string }
  | { kind: 'derived'; key: string; ein: string; taxYear: number }
  | { kind: 'sdn' | 'sam'; asOf: string; entry: string; column?: string }
  | { kind: 'award' | 'subaward'; key: string; column?: string }
  | { kind: 'web'; ein: string; contentId: string; field: string }

/** The collection an EvidenceRef reports for each kind. */
export const COLLECTION = {
  filing: 'filings',
  bmf: 'registry',
  pub78: 'registry',
  revocation: 'registry',
  derived: 'filings',
  award: 'awards',
  subaward: 'subawards',
  sdn: 'restrictions',
  sam: 'restrictions',
  web: 'enrichment',
} as const satisfies Record<Evidence['kind'], string>

export type FilingPlace = { form: Form; taxYear: number; objectId: string; path: string }

// The Ref of a postcard has only its field, `/OrganizationName`, because a postcard has one block.
const POSTCARD = `/${FORM_BLOCK['990N']}`
/** Returns a path as Refs show it. */
export const shownPath = (form: Form, path: string): string =>
  form === '990N' && path.startsWith(`${POSTCARD}/`) ? path.slice(POSTCARD.length) : path

/**
 * Returns the Ref of a leaf or row of a filing: `<Form>:<TaxYear>:<ObjectId>:<XPath>`. `path`
 * begins with the block, as in `readPath`.
 */
export const toRef = ({ form, taxYear, objectId, path }: FilingPlace): string =>
  `${form}:${taxYear}:${objectId}:${shownPath(form, path)}`

/** Returns `toRef` of one filing, for many paths. */
export function refsOf({ form, taxYear, objectId }: Omit<FilingPlace, 'path'>) {
  // Joined, because thousands of Refs share this text, and string addition would keep it in pieces.
  const filing = [form, taxYear, objectId, ''].join(':')
  return (path: string): string => filing + shownPath(form, path)
}

/** Returns the Ref of any kind of evidence; `parseRef` parses it. */
export function formatRef(evidence: Evidence): string {
  if (evidence.kind === 'filing') return toRef(evidence)
  if (evidence.kind === 'derived') {
    return `derived:${evidence.key}:${evidence.ein}:${evidence.taxYear}`
  }
  if (evidence.kind === 'revocation') {
    return `revocation:${evidence.ein}:${evidence.revokedOn}:${evidence.column}`
  }
  if ('contentId' in evidence) return `web:${evidence.ein}:${evidence.contentId}:${evidence.field}`
  if ('key' in evidence) return formatAwardRef(evidence)
  if ('entry' in evidence) {
    const { kind, asOf, entry, column } = evidence
    return [kind, asOf, entry, ...(column === undefined ? [] : [column])].join(':')
  }
  return `${evidence.kind}:${evidence.asOf}:${evidence.ein}:${evidence.column}`
}

type AwardEvidence = Extract<Evidence, { kind: 'award' | 'subaward' }>

function formatAwardRef({ kind, key, column }: AwardEvidence): string {
  const row = `${kind}:${encodeKey(key)}`
  return column === undefined ? row : `${row}:${column}`
}

// Everything that a Ref cannot contain is escaped. Half of a surrogate pair cannot be encoded and
// becomes the replacement character.
const encodeKey = (key: string): string =>
  key
    .toWellFormed()
    .replaceAll(/[^\w.-]+/gu, (text) =>
      Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '%$&'),
    )

/** The form of an object id: 18 digits, or `h-` and 16 hex digits if the source has none. */
export const OBJECT_ID = '\\d{18}|h-[0-9a-f]{16}'
const ONLY_OBJECT_ID = new RegExp(`^(?:${OBJECT_ID})$`)

/** Returns whether a text has the form of an object id. */
export const isObjectId = (text: string): boolean => ONLY_OBJECT_ID.test(text)
/** Returns whether the IRS gave the object id of a filing; others are made when it is loaded. */
export const hasIrsId = ({ form, objectId }: { form: Form; objectId: string }): boolean =>
  /^\d{18}$/.test(objectId) && form !== '990N'

/** The forms of Refs. A filing's has no word for its kind; only one of them matches a text. */
const PATTERNS = [
  `(?<form>${FORMS.join('|')}):(?<taxYear>\\d{4}):(?<objectId>${OBJECT_ID}):(?<path>/\\S+)`,
  '(?<kind>bmf|pub78):(?<asOf>\\d{4}-\\d{2}):(?<ein>\\d{9}):(?<column>\\w+)',
  '(?<kind>revocation):(?<ein>\\d{9}):(?<revokedOn>\\d{4}-\\d{2}-\\d{2}):(?<column>\\w+)',
  '(?<kind>derived):(?<key>[A-Za-z]\\w*):(?<ein>\\d{9}):(?<taxYear>\\d{4})',
  '(?<kind>sdn|sam):(?<asOf>\\d{4}-\\d{2}):(?<entry>[^\\s:]+)(?::(?<column>\\w+))?',
  '(?<kind>award|subaward):(?<key>(?:[\\w.-]|%[0-9A-F]{2})+)(?::(?<column>\\w+))?',
  '(?<kind>web):(?<ein>\\d{9}):(?<contentId>[0-9a-f]{16}):(?<field>[A-Z][A-Za-z]*(?:\\[[1-9]\\d{0,3}\\])?)',
].map((form) => new RegExp(`^${form}$`))

/** Parses a Ref; returns undefined for a text without the form of any kind. */
export function parseRef(text: string): Evidence | undefined {
  for (const pattern of PATTERNS) {
    const fields = pattern.exec(text)?.groups
    if (fields) return toEvidence(text, fields)
  }
  return undefined
}

function toEvidence(text: string, fields: Record<string, string>): Evidence | undefined {
  const { kind = 'filing', form, path = '', key, taxYear, ...others } = fields
  const year = taxYear === undefined ? undefined : Number(taxYear)
  const known = { kind, ...knownFields({ form, ...others, key, taxYear: year }) }
  if (kind === 'filing') {
    const isField = form === '990N' && path !== POSTCARD
    return { ...known, path: isField ? POSTCARD + path : path } as Evidence
  }
  if (kind !== 'award' && kind !== 'subaward') return known as Evidence
  // Accepts only the form that `formatRef` writes, so that a row has one Ref. No stored key contains
  // NUL.
  const decoded = decodeKey(key ?? '')
  if (decoded === undefined || decoded.includes('\0')) return undefined
  const evidence = { ...known, key: decoded } as Evidence
  return formatRef(evidence) === text ? evidence : undefined
}

function decodeKey(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** A value with the Ref of the leaf or registry column it is filed in. */
export type Cited<Value> = { value: Value; ref: string }

/** A filing whose facts can be cited. */
export type Citable = {
  form: Form
  taxYear: number
  objectId: string
  facts: Facts
  /** They identify unreadable lines; without them, such a line counts as blank. */
  warnings?: readonly string[] | undefined
}

/** An organization and its registry row; `asOf` is the month of the extract, YYYY-MM. */
export type Registered = { ein: string; registry: { asOf: string } | null }

/** Returns the Ref of a leaf or row of a filing. */
export const refOf = (
  { form, taxYear, objectId }: Pick<Citable, 'form' | 'taxYear' | 'objectId'>,
  path: string,
): string => toRef({ form, taxYear, objectId, path })

/** Returns a fact as filed; undefined if it is not filed. */
export function citeFact(filing: Citable, key: FactKey): Cited<FactValue> | undefined {
  const fact = filing.facts[key]
  return fact && { value: fact.value, ref: refOf(filing, fact.path) }
}

/** Returns a filed amount or count; undefined if the line has no number. */
export function citeNumber(filing: Citable, key: FactKey): Cited<number> | undefined {
  const fact = citeFact(filing, key)
  return typeof fact?.value === 'number' ? { value: fact.value, ref: fact.ref } : undefined
}

/**
 * The content of the line of an amount or count: `value` and `ref` of a number, `ref` alone of an
 * unreadable text, neither for a blank line.
 */
export type FiledNumber = { value?: number; ref?: string | undefined }

/** A filing whose warnings, and therefore unreadable lines, are known. */
export type Readable = Citable & { warnings: readonly string[] }

/** Returns the content of the line of an amount or count. */
export const readNumber = (filing: Readable, key: FactKey): FiledNumber =>
  citeNumber(filing, key) ?? { ref: citeUnreadable(filing, key) }

/**
 * Returns the Ref of a line whose text has the wrong kind for the fact; undefined for other lines.
 */
export function citeUnreadable(filing: Readable, key: FactKey): string | undefined {
  if (filing.facts[key] !== undefined) return undefined
  const path = misreadFacts(filing.form, filing.warnings).get(key)
  return path && refOf(filing, path)
}

/** Returns a filed text; undefined if it is not filed. */
export function citeText(filing: Citable, key: FactKey): Cited<string> | undefined {
  const fact = citeFact(filing, key)
  return typeof fact?.value === 'string' ? { value: fact.value, ref: fact.ref } : undefined
}

/** Returns the Ref of a box if it is checked. */
export const citeTicked = (filing: Citable, key: FactKey): string | undefined => {
  const fact = citeFact(filing, key)
  return fact?.value === true ? fact.ref : undefined
}

/** Returns the Ref of a column of the organization's registry row, if it has a row. */
export const citeRegistry = ({ ein, registry }: Registered, column: string): string | undefined =>
  registry ? formatRef({ kind: 'bmf', asOf: registry.asOf, ein, column }) : undefined

/** An organization and its revocations, the latest first; dates are YYYY-MM-DD. */
type Revocable = {
  ein: string
  isRevoked: boolean
  revocations: readonly { revokedOn: string; reinstatedOn: string | null }[]
}

/** Returns the day the exemption was revoked, if it is still revoked. */
export const citeRevocation = ({
  ein,
  isRevoked,
  revocations: [last],
}: Revocable): Cited<string> | undefined =>
  isRevoked && last ? citeRevokedOn(ein, last.revokedOn) : undefined

/**
 * Returns the day of a revocation without reinstatement if the organization counts as not revoked,
 * because a newer registry lists it (indexer/resolve/README.md).
 */
export function citeOverruled({
  ein,
  isRevoked,
  revocations: [last],
}: Revocable): Cited<string> | undefined {
  if (isRevoked || !last) return undefined
  const isReinstated = last.reinstatedOn !== null && last.reinstatedOn >= last.revokedOn
  return isReinstated ? undefined : citeRevokedOn(ein, last.revokedOn)
}

const citeRevokedOn = (ein: string, revokedOn: string): Cited<string> => ({
  value: revokedOn,
  ref: formatRef({ kind: 'revocation', ein, revokedOn, column: 'RevocationDate' }),
})

/** The name of this site, which is also the author of what it calculates. */
export const SITE_NAME = 'Nonprofit Research'
