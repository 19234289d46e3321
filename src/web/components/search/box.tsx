import { MAX_QUERY_LENGTH } from '#src/api/shared/parameters.ts'

type BoxProps = {
  id: string
  name: string
  placeholder: string
  value?: string | undefined
  fault?: { 'aria-invalid'?: true; 'aria-describedby'?: string } | undefined
  /** Whether a suggestion fills the field instead of opening its page. */
  isFilled?: boolean
}

/** A search field with suggestions. */
export const SearchBox = ({ isFilled = false, fault, ...input }: BoxProps) => (
  <div class="search-box" data-suggest="/suggest" data-suggest-fills={isFilled || undefined}>
    <input
      {...input}
      type="search"
      maxLength={MAX_QUERY_LENGTH}
      autoComplete="off"
      autoCapitalize="off"
      spellcheck={false}
      {...fault}
    />
  </div>
)
