import type { ComponentChildren } from 'preact'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import { findCause, MAJOR_GROUPS } from '#src/domain/ntee.ts'
import { findState, isCountry, US_STATES } from '#src/domain/places.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { type SearchAddress, type SearchName, searchPath } from '#src/web/search/address.ts'
import type { ReadSearch } from '#src/web/search/read-search.ts'
import { searchTexts } from '#src/web/texts/search.tsx'
import { SearchBox } from './box.tsx'

type Props = Pick<ReadSearch, 'address' | 'issues'>

const { fields, modes } = searchTexts

const MODES = [
  { value: '', label: modes.either },
  { value: 'Identity', label: modes.identity },
  { value: 'Discovery', label: modes.discovery },
]

/** The form of a search, filled with what was sent, with each error at its field. */
export const SearchForm = ({ address, issues = {} }: Props) => (
  <search>
    <form action="/" class="search-form">
      <label for="query" class="hidden">
        {searchTexts.query}
      </label>
      <div class="row">
        <SearchBox
          id="query"
          name="Query"
          value={address.Query}
          placeholder={searchTexts.query}
          fault={faultOf('Query', issues)}
        />
        <button type="submit">Search</button>
      </div>
      <FieldError name="Query" label={searchTexts.queryField} issues={issues} address={address} />
      <MoreFilters address={address} issues={issues} />
      <Kept address={address} issues={issues} />
    </form>
  </search>
)

const RARE_FIELDS: Pick<TextProps, 'name' | 'label' | 'isDollars'>[] = [
  { name: 'City', label: fields.city },
  { name: 'ZIP', label: fields.zip },
  { name: 'County', label: fields.county },
  { name: 'Near', label: fields.near },
  { name: 'MinAssets', label: fields.minAssets, isDollars: true },
  { name: 'MaxAssets', label: fields.maxAssets, isDollars: true },
  { name: 'MinRating', label: fields.minRating },
  { name: 'MinProgramRatio', label: fields.minShare },
  { name: 'FiledSince', label: fields.filedSince },
  { name: 'Subsection', label: fields.subsection },
  { name: 'MinRulingYear', label: fields.recognizedSince },
  { name: 'MaxRulingYear', label: fields.recognizedUntil },
  { name: 'Exclude', label: fields.exclude },
]

/** Filters as fields; closed unless one has an error, because facets set them too. */
const MoreFilters = ({ address, issues = {} }: Props) => (
  <details class="more-filters" open={Object.keys(issues).some((name) => name !== 'Query')}>
    <summary>{searchTexts.filters}</summary>
    <fieldset class="segments">
      <legend class="hidden">{searchTexts.searchFor}</legend>
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
    <FieldError name="Mode" label={searchTexts.modeField} issues={issues} address={address} />
    <div class="fields">
      <TextField
        {...{ address, issues }}
        name="State"
        label={fields.state}
        list={Object.values(US_STATES)}
      />
      <TextField
        {...{ address, issues }}
        name="Cause"
        label={fields.cause}
        list={MAJOR_GROUPS.map(({ label }) => label)}
      />
      <TextField {...{ address, issues }} name="MinRevenue" label={fields.minRevenue} isDollars />
      <TextField {...{ address, issues }} name="MaxRevenue" label={fields.maxRevenue} isDollars />
      <Choice
        {...{ address, issues }}
        name="PrimaryForm"
        label={fields.form}
        options={FORMS.map((form) => [form, facetLabel('Form', form)])}
      />
      <Choice
        {...{ address, issues }}
        name="EntityType"
        label={fields.type}
        options={ENTITY_TYPES.map((type) => [type, facetLabel('EntityType', type)])}
      />
      <Choice
        {...{ address, issues }}
        name="EvidenceTier"
        label={fields.tier}
        options={EVIDENCE_TIERS.map((tier) => [tier, searchTexts.tiers[tier]])}
      />
    </div>
    <details open={RARE_FIELDS.some(({ name }) => address[name] !== undefined || issues[name])}>
      <summary>{searchTexts.moreFilters}</summary>
      <div class="fields">
        {RARE_FIELDS.map((field) => (
          <TextField key={field.name} {...{ address, issues }} {...field} />
        ))}
      </div>
    </details>
    <button type="submit" class="plain">
      {searchTexts.apply}
    </button>
  </details>
)

type FieldProps = Required<Props> & { name: SearchName; label: string }

const Field = ({
  name,
  label,
  issues,
  address,
  children,
}: FieldProps & { children: ComponentChildren }) => (
  <div class="field">
    <label for={`field-${name}`}>{label}</label>
    {children}
    <FieldError name={name} label={label} issues={issues} address={address} />
  </div>
)

type TextProps = FieldProps & { list?: string[]; isDollars?: boolean }

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
        placeholder={isDollars ? '$' : searchTexts.any}
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
        <option value="">{searchTexts.any}</option>
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
const Kept = ({ address, issues = {} }: Props) => (
  <>
    {KEPT.map((name) =>
      address[name] === undefined || issues[name] ? null : (
        <input key={name} type="hidden" name={name} value={address[name]} />
      ),
    )}
    {([...KEPT, 'Cursor'] as const).map((name) => (
      <FieldError key={name} {...{ name, issues, address }} label={searchTexts.kept[name]} />
    ))}
  </>
)

const faultOf = (name: SearchName, issues: NonNullable<Props['issues']>) =>
  issues[name] === undefined
    ? {}
    : { 'aria-invalid': true as const, 'aria-describedby': `fault-${name}` }

type ErrorProps = {
  name: SearchName
  label: string
  address: SearchAddress
  issues: Partial<Record<SearchName, string>>
}

/** The error of a field, with links to similar values. */
const FieldError = ({ name, label, address, issues }: ErrorProps) => {
  const issue = issues[name]
  if (issue === undefined) return null
  const typed = address[name] ?? ''
  const meant = nearest(name, typed)
  if (name === 'State' && isCountry(typed)) {
    const query = address.Query === undefined ? typed : `${address.Query} in ${typed}`
    const href = searchPath(address, { State: undefined, Query: query })
    return (
      <p class="field-error" id={`fault-${name}`}>
        {searchTexts.inCountry({ field: label, typed, query, href })}
      </p>
    )
  }
  return (
    <p class="field-error" id={`fault-${name}`}>
      {meant.length === 0
        ? searchTexts.fault({ field: label, issue })
        : searchTexts.didYouMean({
            field: label,
            typed,
            children: meant.map(({ value, label: text }, at) => (
              <span key={value}>
                {at > 0 && ' or '}
                <a href={searchPath(address, { [name]: value })}>{text}</a>
              </span>
            )),
          })}
    </p>
  )
}

function nearest(name: SearchName, typed: string): { value: string; label: string }[] {
  const found =
    name === 'State' ? findState(typed) : name === 'Cause' ? findCause(typed) : undefined
  if (!found || !('nearest' in found) || found.nearest === undefined) return []
  return found.nearest.map(({ code, label }) => ({ value: code, label }))
}
