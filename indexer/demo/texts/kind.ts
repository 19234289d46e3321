/** What a kind of organization brings with it besides its words; decides which schedules occur. */
export type Trait =
  | 'school'
  | 'hospital'
  | 'collections'
  | 'easements'
  | 'endowment'
  | 'bonds'
  | 'lobbying'
  | 'regrants'
  | 'individual-aid'
  | 'food'
  | 'clothing'
  | 'vehicles'
  | 'medicine'
  | 'gala'
  | 'bingo'
  | 'shop'
  | 'advertising'
  | 'foundation'
  | 'church'

/**
 * A kind of organization: its classification, how names are made, and its words. Words carry slots:
 * {city} {county} {state} {feature} {founder} {place} {country}, choices {one/other}, and counts
 * {120..900} that grow with the organization's years.
 */
export type Kind = {
  code: string
  names: readonly string[]
  mission: string
  programs: readonly string[]
  size: 'small' | 'medium' | 'large' | 'huge'
  funds: 'gifts' | 'government' | 'fees' | 'dues' | 'investments'
  /** What Part VIII line 2 calls its main program service revenue. */
  fees?: string
  subsection?: string
  states?: readonly string[]
  abroad?: readonly string[]
  traits?: readonly Trait[]
}

/** One of the 26 major groups of the National Taxonomy of Exempt Entities. */
export type Cause = { letter: string; label: string; kinds: readonly Kind[] }
