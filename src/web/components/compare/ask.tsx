import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import {
  type ComparedOrganization,
  MAX_COMPARED,
  MIN_COMPARED,
  type NotCompared,
} from '#src/organizations/compare/compare.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { searchPath } from '#src/web/search/address.ts'
import { showPlace } from '../place.ts'
import { SearchBox } from '../search/box.tsx'
import { DisplayName, FactsLine, Name } from '../text.tsx'
import {
  type CompareAddress,
  comparePath,
  type OpenName,
  withFound,
  withoutOne,
} from './address.ts'

type Props = {
  address: CompareAddress
  organizations: readonly (ComparedOrganization | NotCompared)[]
  open: readonly OpenName[]
  faults: readonly string[]
}

/** The organizations compared, with a link to remove each and a form to add another. */
export const CompareAsk = ({ address, organizations, open, faults }: Props) => (
  <>
    {organizations.length === 0 && (
      <p>
        Compare the figures, ratings, governance, and warnings of two to five organizations. Enter
        names or EINs. You can share the address of the result.
      </p>
    )}
    <Faults faults={faults} />
    {open.map((one) => (
      <WhoIsMeant key={one.name} address={address} {...one} />
    ))}
    {organizations.length > 0 && <Chosen address={address} organizations={organizations} />}
    <AskForm address={address} />
  </>
)

const Faults = ({ faults }: Pick<Props, 'faults'>) =>
  faults.length === 0 ? null : (
    <ul class="notice" aria-label="Entries that are not valid">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )

const WhoIsMeant = ({ address, name, candidates }: OpenName & { address: CompareAddress }) => (
  <section class="card who" aria-label={`Organizations that match ${name}`}>
    <p>
      {candidates.length > 0 ? (
        <>
          Which organization do you mean by “<Name>{name}</Name>”?
        </>
      ) : (
        <>
          No organization is named “<Name>{name}</Name>”.
        </>
      )}
    </p>
    {candidates.length > 0 ? (
      <ul class="plain-list">
        {candidates.map(({ ein, form, ...one }) => (
          <li key={ein}>
            <a href={comparePath(withFound(address, name, ein))}>
              <DisplayName name={one.name} />
            </a>{' '}
            <span class="quiet">
              <FactsLine
                facts={[showPlace(one), form && facetLabel('Form', form), `EIN ${formatEin(ein)}`]}
              />
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p class="quiet">
        Try different words or the nine-digit EIN, or{' '}
        <a href={searchPath({ Query: name, Mode: 'Discovery' })}>search by what organizations do</a>
        .
      </p>
    )}
    <p class="quiet">
      <a href={comparePath(withFound(address, name))}>
        Remove <Name>“{name}”</Name>
      </a>
    </p>
  </section>
)

const Chosen = ({ address, organizations }: Pick<Props, 'address' | 'organizations'>) => (
  <ul class="chips chosen" aria-label="Organizations compared">
    {organizations.map(({ ein, name = `EIN ${formatEin(ein)}` }) => (
      <li key={ein} class="chip">
        <DisplayName name={name} />{' '}
        <a href={comparePath(withoutOne(address, ein))} title="Remove">
          <span aria-hidden="true">×</span>
          <span class="hidden">{`Remove ${displayName(name)}`}</span>
        </a>
      </li>
    ))}
  </ul>
)

// People often compare three. A field left empty is ignored.
const FIRST_FIELDS = 3

/** One more field, or enough for a whole comparison. */
const AskForm = ({ address }: Pick<Props, 'address'>) => {
  const { eins, names = [], form, year, metric } = address
  const chosen = eins.length + names.length
  if (chosen >= MAX_COMPARED) {
    return (
      <p class="quiet no-more">{`You can compare up to ${MAX_COMPARED} organizations. To add one, remove another.`}</p>
    )
  }
  const fields = Math.max(1, FIRST_FIELDS - chosen)
  return (
    <form action="/compare" class="compare-form">
      {eins.length > 0 && <input type="hidden" name="EINs" value={eins.join(',')} />}
      {names.map((name) => (
        <input key={name} type="hidden" name="Name" value={name} />
      ))}
      {form && <input type="hidden" name="Form" value={form} />}
      {year && <input type="hidden" name="Year" value={year} />}
      {metric && <input type="hidden" name="Metric" value={metric} />}
      <div class="row">
        {Array.from({ length: fields }, (_, at) => (
          <AskField key={at} at={at} isAnother={chosen + at > 0} />
        ))}
        <button type="submit" class={eins.length >= MIN_COMPARED ? 'plain' : undefined}>
          {chosen === 0 ? 'Compare' : 'Add'}
        </button>
      </div>
    </form>
  )
}

const AskField = ({ at, isAnother }: { at: number; isAnother: boolean }) => (
  <div class="field">
    <label for={`name-${at}`}>{isAnother ? 'Another organization' : 'Organization'}</label>
    <SearchBox id={`name-${at}`} name="Name" placeholder="Name or EIN" isFilled />
  </div>
)
