/**
 * Organization names, normalized in one way for search, grants, awards, and screening. Ignores
 * case, accents, apostrophes, "&"/"and", legal suffixes, and the registry's abbreviations of long
 * names.
 */

// Canonical word -> its other spellings: the registry shortens long names, filers abbreviate, and
// singular and plural alternate. The long form is canonical, so that a misspelled one is similar to
// it.
const SPELLINGS: Record<string, string> = {
  academy: 'acad',
  administration: 'admin adm administrative',
  agency: 'agcy',
  alliance: 'alnc allnc',
  american: 'amer amern am',
  animals: 'animal',
  apartment: 'apt',
  apartments: 'apts',
  arts: 'art',
  association: 'assn assoc asso associates associations assocation assoication associate asoc',
  auxiliary: 'aux auxilary auxil',
  avenue: 'ave',
  baptist: 'bapt',
  benevolent: 'benev',
  boulevard: 'blvd',
  boys: 'boy',
  brotherhood: 'brhd brthd',
  brothers: 'bros',
  building: 'bldg',
  catholic: 'cath',
  cemetery: 'cem cemetary',
  center: 'ctr centre cntr centers centres ctrs',
  chamber: 'chmbr',
  chapter: 'chap chapt chp',
  charitable: 'char charit chrtbl charity charities',
  children: 'childrens childs childern child',
  christian: 'chr xian',
  church: 'ch churches',
  citizens: 'citizen',
  club: 'clubs',
  college: 'coll colleges',
  commerce: 'comrc',
  commission: 'commn commsn',
  committee: 'cmte comte cmtee',
  community: 'comm cmnty commun comty communities cmty',
  company: 'co',
  conference: 'conf',
  congregation: 'cong congreg',
  conservation: 'conserv',
  cooperative: 'coop',
  council: 'cncl coun councils',
  county: 'cnty counties',
  department: 'dept',
  development: 'dev devel dvlpmt develop',
  district: 'dist',
  east: 'e',
  education: 'ed educational educ edu edl',
  elementary: 'elem',
  employees: 'empl employee emp',
  environmental: 'environ',
  episcopal: 'episc',
  evangelical: 'evang',
  families: 'family fam',
  federal: 'fed',
  federation: 'fedn',
  fellowship: 'flwshp',
  fifth: '5th',
  first: '1st',
  fort: 'ft',
  foundation: 'fdn foundations found fndn fndtn fnd foudation fdtn foundtn',
  fourth: '4th',
  fraternal: 'frat',
  friends: 'frnds friend',
  general: 'gen',
  girls: 'girl',
  government: 'govt',
  health: 'hlth',
  heights: 'hts',
  historical: 'hist historic',
  homes: 'home',
  hospital: 'hosp hospitals',
  housing: 'hsg',
  independent: 'indep ind',
  information: 'info',
  institute: 'inst instit institution institutes institutions',
  insurance: 'ins',
  international: 'intl internatl internat int',
  junior: 'jr',
  laboratory: 'lab',
  league: 'lg leagues',
  library: 'lib libraries',
  lodge: 'ldg',
  lutheran: 'luth',
  management: 'mgmt mgt',
  medical: 'med',
  memorial: 'mem meml',
  men: 'mens',
  methodist: 'meth',
  metropolitan: 'metro',
  ministry: 'min ministries mins',
  missionary: 'msnry',
  mount: 'mt',
  mountain: 'mtn',
  museum: 'mus',
  national: 'natl nat nationl',
  neighborhood: 'nbhd neighbourhood',
  north: 'n',
  northeast: 'ne',
  northwest: 'nw',
  number: 'no num',
  orchestra: 'orch',
  organization: 'org organisation organizations orgs',
  parent: 'parents prnt',
  partnership: 'ptnrshp',
  presbyterian: 'presb presby',
  preservation: 'presv',
  products: 'prod',
  professional: 'prof professionals',
  program: 'pgm programs prog programme',
  project: 'proj projects',
  property: 'prop',
  public: 'pub',
  recreation: 'rec recreational',
  regional: 'reg',
  rehabilitation: 'rehab',
  research: 'rsch res',
  resources: 'resource',
  retirement: 'ret',
  road: 'rd',
  saint: 'st saints ste sts',
  scholarship: 'schol scholarships scholar',
  school: 'sch schools schl',
  science: 'sci sciences',
  second: '2nd',
  senior: 'sr seniors snr',
  service: 'services svc svcs serv servs srvcs',
  society: 'soc',
  south: 's so',
  southeast: 'se',
  southwest: 'sw',
  square: 'sq',
  street: 'str',
  students: 'student',
  support: 'supporting supp',
  symphony: 'symph',
  teachers: 'tchrs teacher',
  technology: 'tech technical technologies',
  temple: 'tpl',
  theater: 'theatre theatres theaters',
  third: '3rd',
  township: 'twp',
  trust: 'tr trusts',
  trustee: 'ttee trustees ttees',
  united: 'utd',
  university: 'univ universities',
  veterans: 'vets veteran vet',
  village: 'vlg',
  volunteer: 'vol volunteers',
  west: 'w',
  women: 'womens womans woman',
  workers: 'wkrs worker',
  youth: 'yth',
}

const CANONICAL = new Map(
  Object.entries(SPELLINGS).flatMap(([word, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, word] as const),
  ),
)

// Corporate forms do not identify an organization; filings and the registry disagree on them.
const LEGAL_SUFFIXES = new Set([
  'inc',
  'incorporated',
  'incorp',
  'corp',
  'corporation',
  'llc',
  'ltd',
  'limited',
  'nfp',
  'npc',
  'pbc',
  'pc',
  'lp',
  'plc',
])

const ARTICLES = new Set(['the', 'a', 'an'])

/**
 * Returns canonical tokens joined by single spaces. The usual spellings of an organization yield
 * the same text. Returns "" for a name without letters or digits.
 */
export function normalizeName(name: string): string {
  const tokens = tokenize(name)
  const named = dropSuffixes(tokens)
  const canonical = named.map((token) => CANONICAL.get(token) ?? token)
  return (canonical.length > 0 ? canonical : tokens).join(' ')
}

// Shorter beginnings are words themselves, or match too many.
const LEAST_OF_SPELLING = 5

/**
 * Returns the beginnings of name keys (`normalizeName`) that an unfinished query may mean, the
 * likeliest first: "st mary fdn" begins "saint mary foundation", or a name with "fdn…". Returns
 * none for a text without letters or digits.
 */
export function typedNameKeys(typed: string): string[] {
  const tokens = tokenize(typed)
  const named = dropSuffixes(tokens)
  const kept = named.length > 0 ? named : tokens
  const last = kept.at(-1)
  if (last === undefined) return []
  const head = kept.slice(0, -1).map((token) => CANONICAL.get(token) ?? token)
  const isSuffix = head.length > 0 && [...LEGAL_SUFFIXES].some((one) => one.startsWith(last))
  const keys = wordsBegunBy(last).map((word) => [...head, word].join(' '))
  return isSuffix ? [...keys, head.join(' ')] : keys
}

/**
 * Returns the word itself, the word it abbreviates, and words that have a spelling beginning with
 * it.
 */
function wordsBegunBy(typed: string): string[] {
  const spelled =
    typed.length < LEAST_OF_SPELLING
      ? []
      : [...CANONICAL].flatMap(([spelling, word]) => (spelling.startsWith(typed) ? [word] : []))
  const words = [CANONICAL.get(typed) ?? typed, ...spelled].filter(
    (word) => !word.startsWith(typed),
  )
  return [...new Set([typed, ...words])]
}

// Letters without a decomposition into a letter and a mark.
const UNMARKED: Record<string, string> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

const unmark = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æđðħıłøœßþ]/g, (letter) => UNMARKED[letter] ?? letter)

// Nearly all names are plain; splitting them without Unicode steps takes half the time, for every
// grant.
const PLAIN = /^[ -~]*$/

/**
 * Returns the words of a name in lower case, without accents and apostrophes, as `normalizeName`
 * splits it.
 */
export function tokenize(name: string): string[] {
  const isPlain = PLAIN.test(name)
  return (
    (isPlain ? name.toLowerCase() : unmark(name))
      .replace(/['’‘`´]/g, '')
      .replace(/&|\+/g, ' and ')
      // "U.S.A." and "Y.M.C.A." are one token; "St. Mary" is two.
      .replace(/\b((?:\p{L}\.){2,})/gu, (initials) => `${initials.replaceAll('.', '')} `)
      .split(isPlain ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
      .filter((token) => token !== '')
  )
}

function dropSuffixes(tokens: string[]): string[] {
  const named = tokens.findIndex((token) => !ARTICLES.has(token))
  const kept = named === -1 ? tokens : tokens.slice(named)
  return kept.filter((token, place) => !(place > 0 && LEGAL_SUFFIXES.has(token)))
}

/** Words that join others, and are in neither initials nor keys. */
export const UNSPOKEN: ReadonlySet<string> = new Set('of the and for in at on to a an'.split(' '))

/**
 * Returns the acronyms of a name: the initials of its words, with and without "of", "and", and
 * similar words. They are lowercase texts of three to ten letters, because shorter ones identify no
 * organization.
 */
export function acronymsOf(name: string): string[] {
  const tokens = dropSuffixes(tokenize(name))
  const spoken = tokens.filter((token) => !UNSPOKEN.has(token))
  const initials = (words: string[]) => words.map((word) => word.charAt(0)).join('')
  const acronyms = [initials(spoken), initials(tokens)]
  return [...new Set(acronyms)].filter((acronym) => acronym.length >= 3 && acronym.length <= 10)
}

/**
 * Returns the acronyms that a query may be: its letters as typed ("T.W.P." is "twp", which names
 * spell "township"), and those of its canonical words.
 */
export function typedAcronyms(query: string): string[] {
  const typed = tokenize(query).join('')
  return [...new Set([typed, normalizeName(query).replaceAll(' ', '')])]
}
