import type { ComponentChildren } from 'preact'
import { findCause } from '#src/domain/ntee.ts'
import { findState, isCountry } from '#src/domain/places.ts'
import { FILTER_ROWS, type FilterName, type OrganizationFilter } from '#src/search/filters.ts'
import { type SearchName, searchPath } from '#src/web/search/address.ts'
import type { ReadSearch } from '#src/web/search/read-search.ts'
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

const isAmong =
  (field: OrganizationFilter['field'], isChoice: boolean) =>
  ([, row]: (typeof FILTER_ROWS)[number]): boolean =>
    row.field === field && (row.options !== undefined) === isChoice

const FIELDS = FILTER_ROWS.filter(isAmong('first', false))
const CHOICES = FILTER_ROWS.filter(isAmong('first', true))
const MORE_FIELDS = FILTER_ROWS.filter(isAmong('more', false))

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
      {FIELDS.map(([name, row]) => (
        <TextField key={name} {...{ address, issues, name, row }} />
      ))}
      {CHOICES.map(([name, row]) => {
        const Input = row.options?.length === 1 ? Box : Choice
        return <Input key={name} {...{ address, issues, name, row }} />
      })}
    </div>
    <details open={MORE_FIELDS.some(([name]) => address[name] !== undefined || issues[name])}>
      <summary>More filters</summary>
      <div class="fields">
        {MORE_FIELDS.map(([name, row]) => (
          <TextField key={name} {...{ address, issues, name, row }} />
        ))}
      </div>
    </details>
    <button type="submit" class="plain">
      Apply filters
    </button>
  </details>
)

type FieldProps = Required<Props> & { name: SearchName; label: string }
type FilterProps = Required<Props> & { name: FilterName; row: OrganizationFilter }

const Field = ({ children, ...field }: FieldProps & { children: ComponentChildren }) => (
  <div class="field">
    <label for={`field-${field.name}`}>{field.label}</label>
    {children}
    <FieldError {...field} />
  </div>
)

const ANY = 'Any'

const TextField = ({ name, row: { label, list, isDollars }, address, issues }: FilterProps) => (
  <Field {...{ name, label, address, issues }}>
    <input
      id={`field-${name}`}
      name={name}
      value={address[name]}
      list={list && `list-${name}`}
      inputMode={isDollars && 'numeric'}
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

const Choice = ({ name, row: { label, options = [] }, address, issues }: FilterProps) => (
  <Field {...{ name, label, address, issues }}>
    <select id={`field-${name}`} name={name} {...faultOf(name, issues)}>
      <option value="">{ANY}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === address[name]}>
          {text}
        </option>
      ))}
    </select>
  </Field>
)

/** A filter that is on or off. */
const Box = ({ name, row: { label, options = [] }, address, issues }: FilterProps) => (
  <Field {...{ name, label, address, issues }}>
    {options.map(([value, text]) => (
      <span key={value}>
        <input
          id={`field-${name}`}
          type="checkbox"
          name={name}
          value={value}
          checked={address[name] === value}
        />{' '}
        {text}
      </span>
    ))}
  </Field>
)

/**
 * Parameters without a field, which the form sends again; invalid ones are shown and dropped. Filters
 * are ordered by their label.
 */
const KEPT: readonly (readonly [name: SearchName, label: string])[] = [
  ...FILTER_ROWS.flatMap(([name, { field, label }]) =>
    field ? [] : [[name, label] as const],
  ).sort(([, one], [, other]) => one.localeCompare(other)),
  ...([
    ['Sort', 'Sort order'],
    ['Order', 'Order'],
    ['View', 'View'],
    ['Limit', 'Results per page'],
  ] as const),
]

const Kept = ({ address, issues = {} }: Props) => (
  <>
    {KEPT.map(([name]) =>
      address[name] === undefined || issues[name] ? null : (
        <input key={name} type="hidden" name={name} value={address[name]} />
      ),
    )}
    {([...KEPT, ['Cursor', 'Page']] as typeof KEPT).map(([name, label]) => (
      <FieldError key={name} {...{ name, label, issues, address }} />
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
