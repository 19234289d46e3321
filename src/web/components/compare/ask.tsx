import { MAX_QUERY_LENGTH } from '#src/api/shared/parameters.ts'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import {
  type ComparedOrganization,
  LEAST_COMPARED,
  MOST_COMPARED,
  type NotCompared,
} from '#src/organizations/compare/compare.ts'
import {
  type CompareAddress,
  comparePath,
  withFound,
  withoutOne,
} from '#src/web/compare/address.ts'
import type { OpenName } from '#src/web/compare/resolve-names.ts'
import { searchPath } from '#src/web/search/address.ts'
import { FactsLine, Name } from '../name.tsx'

type Props = {
  address: CompareAddress
  organizations: readonly (ComparedOrganization | NotCompared)[]
  open: readonly OpenName[]
  faults: readonly string[]
}

/** Which organizations are compared, with a way to take each out and to add another. */
export const CompareAsk = ({ address, organizations, open, faults }: Props) => (
  <>
    {organizations.length === 0 && (
      <p>
        Two to five organizations by the same figures of their filings, with their ratings,
        governance and diligence. Give names or EINs; the address of what you get can be shared.
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
    <ul class="notice" aria-label="What could not be read">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )

const WhoIsMeant = ({ address, name, candidates }: OpenName & { address: CompareAddress }) => (
  <section class="card who" aria-label={`Who is meant by ${name}`}>
    <p>
      {candidates.length > 0 ? 'Which of these is ' : 'Nobody is called '}“<Name>{name}</Name>”
      {candidates.length > 0 ? '?' : '.'}
    </p>
    {candidates.length > 0 ? (
      <ul class="plain-list">
        {candidates.map((one) => (
          <li key={one.ein}>
            <a href={comparePath(withFound(address, name, one.ein))}>
              <Name>{one.name}</Name>
            </a>{' '}
            <span class="quiet">
              <FactsLine
                facts={[toLocation(one), formLabel(one.form), `EIN ${formatEin(one.ein)}`]}
              />
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p class="quiet">
        Try fewer or other words, the nine-digit EIN, or{' '}
        <a href={searchPath({ Query: name, Mode: 'Discovery' })}>search by what they do</a>.
      </p>
    )}
    <p class="quiet">
      <a href={comparePath(withFound(address, name))}>
        Leave <Name>“{name}”</Name> out
      </a>
    </p>
  </section>
)

function formLabel(text: string | undefined): string | undefined {
  const form = FORMS.find((one) => one === text)
  return form && FORM_NAMES[form]
}

const Chosen = ({ address, organizations }: Pick<Props, 'address' | 'organizations'>) => (
  <ul class="chips chosen" aria-label="Compared">
    {organizations.map(({ ein, name = `EIN ${formatEin(ein)}` }) => (
      <li key={ein} class="chip">
        <Name>{name}</Name>{' '}
        <a href={comparePath(withoutOne(address, ein))} title="Take out">
          <span aria-hidden="true">×</span>
          <span class="hidden">Take out {name}</span>
        </a>
      </li>
    ))}
  </ul>
)

/** One field more, or as many as a comparison takes at least. */
const AskForm = ({ address }: Pick<Props, 'address'>) => {
  const { eins, names = [], form, year } = address
  const chosen = eins.length + names.length
  if (chosen >= MOST_COMPARED) {
    return (
      <p class="quiet no-more">
        {MOST_COMPARED} are compared at most; take one out to add another.
      </p>
    )
  }
  const fields = Math.max(1, LEAST_COMPARED - chosen)
  return (
    <form action="/compare" class="compare-form">
      {eins.length > 0 && <input type="hidden" name="EINs" value={eins.join(',')} />}
      {names.map((name) => (
        <input key={name} type="hidden" name="Name" value={name} />
      ))}
      {form && <input type="hidden" name="Form" value={form} />}
      {year && <input type="hidden" name="Year" value={year} />}
      <div class="row">
        {Array.from({ length: fields }, (_, at) => (
          <AskField key={at} at={at} isAnother={chosen + at > 0} />
        ))}
        <button type="submit" class={eins.length >= LEAST_COMPARED ? 'plain' : undefined}>
          {chosen === 0 ? 'Compare' : 'Add'}
        </button>
      </div>
    </form>
  )
}

const AskField = ({ at, isAnother }: { at: number; isAnother: boolean }) => (
  <div class="field">
    <label for={`name-${at}`}>{isAnother ? 'Another organization' : 'An organization'}</label>
    <div class="search-box" data-suggest="/suggest" data-suggest-fills>
      <input
        id={`name-${at}`}
        type="search"
        name="Name"
        placeholder="Name or EIN"
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
      />
    </div>
  </div>
)
