/**
 * The organizations index. Fields are grouped by use: `display` is stored and never searched,
 * `query` is searched, `filter` contains codes for filters and facets, `sort` contains numbers for
 * order.
 */

/**
 * Raised with every change of settings, properties, or `display`; part of the index's name and
 * alias.
 */
export const MAPPING_VERSION = 7

/** Dimension of the embedding model's vectors. */
export const VECTOR_DIMENSION = 384

// The engine rejects a document with a term above 32,766 bytes of UTF-8, which takes up to four
// bytes per character. A longer value stays in the document and does not match.
export const keyword = { type: 'keyword', ignore_above: 8_191 } as const
/** A name already normalized by `toSearchName` of src/domain/names: words separated by spaces. */
const name = {
  type: 'text',
  analyzer: 'organization_name',
  similarity: 'names',
  fields: {
    prefix: {
      type: 'text',
      analyzer: 'organization_name_prefix',
      search_analyzer: 'organization_name',
      similarity: 'names',
    },
  },
} as const
const causeText = { type: 'text', analyzer: 'cause_text' } as const

export const organizationsProperties = {
  ein: keyword,
  display: { type: 'object', enabled: false },
  query: {
    properties: {
      name,
      nameKey: keyword,
      alias: name,
      aliasKey: keyword,
      // Of all names: the words in one order (`toWordSetKey`), and without spaces (`toCompactKey`).
      wordSet: keyword,
      compact: keyword,
      // Initials of all names, and their first words with the initials of the others.
      acronym: keyword,
      number: keyword,
      mission: causeText,
      programs: causeText,
      website: causeText,
      classification: causeText,
    },
  },
  filter: {
    properties: {
      // USPS code of the registered address, or `Abroad`.
      state: keyword,
      // Keys (`toCityKey`) of the cities of its address and of the registry's row, and of their ZIP
      // codes' cities, which are spelled out; each alone and with its state (`cityInState`).
      city: keyword,
      // Five digits.
      zip: keyword,
      // State and Census number: IL-031.
      county: keyword,
      // Center of the ZIP code, otherwise of the city.
      location: { type: 'geo_point' },
      // Major group, decile, and full code: K, K3, K31.
      cause: keyword,
      causeLabel: keyword,
      form: keyword,
      forms: keyword,
      entityType: keyword,
      evidenceTier: keyword,
      revenueBand: keyword,
      revenue: { type: 'long' },
      // Tax year of the latest filing.
      taxYear: { type: 'short' },
      // Subsection of 501(c) as two digits: 03.
      subsection: keyword,
      // Year of the IRS ruling that recognized the exemption.
      rulingYear: { type: 'short' },
      // Codes of src/domain/places of where the work is done: US-OH, KE, region-sub-saharan-africa.
      places: keyword,
      // True if its latest return says where to apply for a grant; otherwise absent.
      acceptsApplications: { type: 'boolean' },
      // Group exemption: similar organizations exclude an organization's own group.
      family: keyword,
    },
  },
  sort: {
    properties: {
      revenue: { type: 'long' },
      assets: { type: 'long' },
      recent: { type: 'date', format: 'strict_date' },
      rating: { type: 'float' },
      programRatio: { type: 'float' },
      // log10(1 + revenue of the latest filing, otherwise the registry's), 0 if neither is known.
      prominence: { type: 'float' },
      // 0 if any text was filed, 1 for ClassificationOnly, which ranks lower.
      evidence: { type: 'byte' },
    },
  },
  vector: {
    properties: {
      cause: {
        type: 'knn_vector',
        dimension: VECTOR_DIMENSION,
        space_type: 'innerproduct',
        method: {
          name: 'hnsw',
          engine: 'lucene',
          parameters: { m: 16, ef_construction: 128 },
        },
      },
    },
  },
} as const

export const organizationsSettings = {
  index: {
    number_of_shards: 1,
    number_of_replicas: 0,
    knn: true,
    similarity: {
      // b is low because ten trade names are still one organization; k1 is low because a word
      // repeated in a name adds no meaning. Tuned on test/real/relevance; see its README.
      names: { type: 'BM25', k1: 0.3, b: 0.25 },
    },
    analysis: {
      filter: {
        name_prefix: { type: 'edge_ngram', min_gram: 2, max_gram: 15 },
        cause_possessive: { type: 'stemmer', language: 'possessive_english' },
        cause_stemmer: { type: 'stemmer', language: 'light_english' },
        cause_stop: { type: 'stop', stopwords: '_english_' },
      },
      analyzer: {
        organization_name: { type: 'custom', tokenizer: 'whitespace', filter: ['lowercase'] },
        organization_name_prefix: {
          type: 'custom',
          tokenizer: 'whitespace',
          filter: ['lowercase', 'name_prefix'],
        },
        cause_text: {
          type: 'custom',
          tokenizer: 'standard',
          filter: ['lowercase', 'asciifolding', 'cause_possessive', 'cause_stop', 'cause_stemmer'],
        },
      },
    },
  },
} as const

/** The alias the API reads; compiled in, so that code never reads another format. */
export const organizationsAlias = (prefix: string): string =>
  `${prefix}organizations-m${MAPPING_VERSION}`

/** Returns the name of the index built from a release. */
export const organizationsIndex = (prefix: string, release: string): string =>
  `${organizationsAlias(prefix)}-${release}`
