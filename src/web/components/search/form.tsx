import type { ComponentChildren } from 'preact'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import { findCause, MAJOR_GROUPS } from '#src/domain/ntee.ts'
import { findState, isCountry, US_STATES } from '#src/domain/places.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { type SearchName, searchPath } from '#src/web/search/address.ts'
import type { ReadSearch } from '#src/web/search/read-search.ts'
import { TIERS } from '#src/web/words.ts'
import { SearchBox } from './box.tsx'

type Props = Pick<ReadSearch, 'address' | 'issues'>

const MODES = [
  { value: '', label: 'Anything' },
  { value: 'Identity', label: 'Name or EIN' },
  { value: 'Discovery', label: 'What they do' },
]

const QUERY = 'Name, EIN, or cause'

/** The form of a search, filled with what was sent, with each error at its field. */
export const SearchForm = ({ address, issues = {} }: Props) => (
  <search>
    <form action="/" class="search-form">
      <label for="query" class="hidden">
        {QUERY}
      </label>
      <div class="row">
        <SearchBox
          id="query"
          name="Query"
          value={address.Query}
          placeholder={QUERY}
          fault={faultOf('Query', issues)}
        />
        <button type="submit">Search</button>
      </div>
      <FieldError name="Query" label="Search text" issues={issues} address={address} />
      <MoreFilters address={address} issues={issues} />
      <Kept address={address} issues={issues} />
    </form>
  </search>
)

type TextField = Omit<TextProps, 'address' | 'issues'>

const FIELDS: TextField[] = [
  { name: 'State', label: 'State', list: Object.values(US_STATES) },
  { name: 'Cause', label: 'Cause or NTEE code', list: MAJOR_GROUPS.map(({ label }) => label) },
  { name: 'MinRevenue', label: 'Minimum revenue', isDollars: true },
  { name: 'MaxRevenue', label: 'Maximum revenue', isDollars: true },
]

const RARE_FIELDS: TextField[] = [
  { name: 'City', label: 'City' },
  { name: 'ZIP', label: 'ZIP code' },
  { name: 'County', label: 'County' },
  { name: 'Near', label: 'Near a city or ZIP code' },
  { name: 'MinAssets', label: 'Minimum assets', isDollars: true },
  { name: 'MaxAssets', label: 'Maximum assets', isDollars: true },
  { name: 'MinRating', label: 'Minimum rating (0 to 100)' },
  { name: 'MinProgramRatio', label: 'Minimum program share' },
  { name: 'FiledSince', label: 'Latest filing since (tax year)' },
  { name: 'Subsection', label: 'Subsection of 501(c)' },
  { name: 'MinRulingYear', label: 'Recognized since (year)' },
  { name: 'MaxRulingYear', label: 'Recognized until (year)' },
  { name: 'Exclude', label: 'Exclude words, causes, or states' },
]

/** Filters as fields; closed unless one has an error, because facets set them too. */
const MoreFilters = ({ address, issues = {} }: Props) => (
  <details class="more-filters" open={Object.keys(issues).some((name) => name !== 'Query')}>
    <summary>Filters</summary>
    <fieldset class="segments">
      <legend class="hidden">Search for</legend>
      {MODES.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="Mode"
            value={value}
            checked={value === (MODES.find((mode) => mode.value === address.Mode)?.value ?? '')}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
    <FieldError name="Mode" label="Search for" issues={issues} address={address} />
    <div class="fields">
      {FIELDS.map((field) => (
        <TextField key={field.name} {...{ address, issues }} {...field} />
      ))}
      <Choice
        {...{ address, issues }}
        name="PrimaryForm"
        label="Main form"
        options={FORMS.map((form) => [form, facetLabel('Form', form)])}
      />
      <Choice
        {...{ address, issues }}
        name="EntityType"
        label="Type of organization"
        options={ENTITY_TYPES.map((type) => [type, facetLabel('EntityType', type)])}
      />
      <Choice
        {...{ address, issues }}
        name="EvidenceTier"
        label="Source of the description"
        options={EVIDENCE_TIERS.map((tier) => [tier, TIERS[tier]])}
      />
    </div>
    <details open={RARE_FIELDS.some(({ name }) => address[name] !== undefined || issues[name])}>
      <summary>More filters</summary>
      <div class="fields">
        {RARE_FIELDS.map((field) => (
          <TextField key={field.name} {...{ address, issues }} {...field} />
        ))}
      </div>
    </details>
    <button type="submit" class="plain">
      Apply filters
    </button>
  </details>
)

type FieldProps = Required<Props> & { name: SearchName; label: string }

const Field = ({ children, ...field }: FieldProps & { children: ComponentChildren }) => (
  <div class="field">
    <label for={`field-${field.name}`}>{field.label}</label>
    {children}
    <FieldError {...field} />
  </div>
)

type TextProps = FieldProps & { list?: string[]; isDollars?: boolean }

const ANY = 'Any'

const TextField = ({ list, isDollars = false, ...field }: TextProps) => {
  const { name, address, issues } = field
  return (
    <Field {...field}>
      <input
        id={`field-${name}`}
        name={name}
        value={address[name]}
        list={list && `list-${name}`}
        inputMode={isDollars ? 'numeric' : undefined}
        placeholder={isDollars ? '$' : ANY}
        autoComplete="off"
        {...faultOf(name, issues)}
      />
      {list && (
        <datalist id={`list-${name}`}>
          {list.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

const Choice = ({ options, ...field }: FieldProps & { options: [string, string][] }) => {
  const { name, address, issues } = field
  return (
    <Field {...field}>
      <select id={`field-${name}`} name={name} {...faultOf(name, issues)}>
        <option value="">{ANY}</option>
        {options.map(([value, label]) => (
          <option key={value} value={value} selected={value === address[name]}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Parameters without a field, which the form sends again; invalid ones are shown and dropped. */
const KEPT = [
  'CauseLabel',
  'WithinKm',
  'MaxProgramRatio',
  'Sort',
  'Order',
  'View',
  'Limit',
] as const

const KEPT_TEXT = {
  CauseLabel: 'Cause',
  WithinKm: 'Distance in kilometers',
  MaxProgramRatio: 'Maximum program share',
  Sort: 'Sort order',
  Order: 'Order',
  View: 'View',
  Limit: 'Results per page',
  Cursor: 'Page',
}

const Kept = ({ address, issues = {} }: Props) => (
  <>
    {KEPT.map((name) =>
      address[name] === undefined || issues[name] ? null : (
        <input key={name} type="hidden" name={name} value={address[name]} />
      ),
    )}
    {([...KEPT, 'Cursor'] as const).map((name) => (
      <FieldError key={name} {...{ name, issues, address }} label={KEPT_TEXT[name]} />
    ))}
  </>
)

const faultOf = (name: SearchName, issues: NonNullable<Props['issues']>) =>
  issues[name] === undefined
    ? {}
    : { 'aria-invalid': true as const, 'aria-describedby': `fault-${name}` }

/** The error of a field, with links to similar values. */
const FieldError = ({ name, label, address, issues }: FieldProps) => {
  const issue = issues[name]
  if (issue === undefined) return null
  const typed = address[name] ?? ''
  const meant = nearest(name, typed)
  if (name === 'State' && isCountry(typed)) {
    const query = address.Query === undefined ? typed : `${address.Query} in ${typed}`
    const href = searchPath(address, { State: undefined, Query: query })
    return (
      <p class="field-error" id={`fault-${name}`}>
        {`${label}: “${typed}” is not a U.S. state or territory. Instead, search for `}
        <a href={href}>{query}</a>.
      </p>
    )
  }
  return (
    <p class="field-error" id={`fault-${name}`}>
      {meant.length === 0 ? (
        `${label} ${issue.replace(/\.$/, '')}.`
      ) : (
        <>
          {`${label}: “${typed}” does not match any value. Did you mean `}
          {meant.map(({ value, label: text }, at) => (
            <span key={value}>
              {at > 0 && ' or '}
              <a href={searchPath(address, { [name]: value })}>{text}</a>
            </span>
          ))}
          ?
        </>
      )}
    </p>
  )
}

function nearest(name: SearchName, typed: string): { value: string; label: string }[] {
  const found =
    name === 'State' ? findState(typed) : name === 'Cause' ? findCause(typed) : undefined
  if (!found || !('nearest' in found) || found.nearest === undefined) return []
  return found.nearest.map(({ code, label }) => ({ value: code, label }))
}
