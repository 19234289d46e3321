import type { MatchMethod } from '#src/rating/restriction.ts'

export type Expected = 'Confirmed' | 'Review' | 'Clear'

/** A made-up organization with its known facts. */
export type LabelledCase = {
  group: string
  expected: Expected
  /** The expected match; absent if there should be none. */
  method?: MatchMethod
  name: string
  place: string
  ein?: string
  formerName?: string
  doingBusinessAs?: string
  officer?: string
  /**
   * True for another organization that screening cannot distinguish, which costs people a review.
   */
  isOther?: true
}

type Extra = Pick<LabelledCase, 'ein' | 'formerName' | 'doingBusinessAs'>
type Row = readonly [name: string, place: string, extra?: Extra]

const of = (
  group: string,
  expected: Expected,
  method: MatchMethod | undefined,
  rows: readonly Row[],
): LabelledCase[] =>
  rows.map(([name, place, extra]) => ({
    group,
    expected,
    ...(method && { method }),
    name,
    place,
    ...extra,
  }))

const officers = (
  group: string,
  expected: Expected,
  method: MatchMethod | undefined,
  rows: readonly (readonly [officer: string, place: string])[],
): LabelledCase[] =>
  rows.map(([officer, place]) => ({
    group,
    expected,
    ...(method && { method }),
    name: 'Quillfeather Choral Guild',
    place,
    officer,
  }))

/** The cases for measuring precision and recall, in groups of one kind. */
export const CASES: readonly LabelledCase[] = [
  ...of('exact, same place', 'Confirmed', 'ExactName', [
    ['Qasr Al-Nujum Relief Foundation', 'Chicago, IL'],
    ['Qasr al Nujum Relief Foundation', 'Karachi, PK'],
    ['Hadarah Charitable Trust', 'Amman, JO'],
    ['Sherezad Benevolence Society', 'Dearborn, MI'],
    ['Fundacion Puente de Estrellas', 'Bogota, CO'],
    ['Fundación Puente de Estrellas', 'Bogotá, CO'],
    ['Zolotaya Rechka Cultural Center', 'Moscow, RU'],
    ['Kestrel View Home Health', 'Miami, FL'],
    ['Tanagra Medical Supply', 'Houston, TX'],
    ['Yusuf Muhammadi Educational Trust', 'Cairo, EG'],
    ['Global Lantern Institute', 'London, GB'],
    ['Bjørnholt Fællesskab', 'Copenhagen, DK'],
    ['Bjornholt Faellesskab', 'Copenhagen, DK'],
    ['Ansar Al-Wadi Society', 'Beirut, LB'],
  ]),
  ...of('exact, same street', 'Confirmed', 'ExactName', [
    ['Sherezad Benevolence Society', '12 Marble St, Detroit, MI 48126-1100'],
    ['Tanagra Medical Supply', '1500 Ledger Way, Bellaire, TX 77401'],
  ]),
  ...of('exact, a street of that name in another town', 'Review', 'ExactName', [
    ['Sherezad Benevolence Society', '12 Marble St, Detroit, MI 48201'],
    ['Tanagra Medical Supply', '1500 Ledger Way, Bellaire, TX'],
    ['Overbrook Hands', '100 Main Street Ste 4, Akron, OH 44301'],
    ['Three Keys Relief Network', '7 Stone Row, Sliema, MT'],
  ]),
  ...of('exact, a territory as state or country', 'Confirmed', 'ExactName', [
    ['Casa del Faro Brillante', 'San Juan, US-PR'],
    ['Casa del Faro Brillante', 'San Juan, PR'],
    ['Coral Lantern Supply', 'Ponce, PR'],
  ]),
  ...of('punctuation and suffix, same place', 'Confirmed', 'ExactName', [
    ['QASR AL NUJUM RELIEF FOUNDATION INC', 'Chicago, IL'],
    ['Qasr Al-Nujum Relief Fdn., Inc.', 'Chicago, IL'],
    ['The Sherezad Benevolence Society', 'Dearborn, MI'],
    ['Sherezad Benevolence Soc', 'Dearborn, MI'],
    ['KESTREL VIEW HOME HEALTH INC.', 'Miami, FL'],
    ['Tanagra Medical Supply, L.L.C.', 'Houston, TX'],
    ['Global Lantern Inst', 'London, GB'],
  ]),
  ...of('exact, another place or none', 'Review', 'ExactName', [
    ['Qasr Al-Nujum Relief Foundation', 'Dallas, TX'],
    ['Qasr Al-Nujum Relief Foundation', 'Springfield, IL'],
    ['Qasr Al-Nujum Relief Foundation', 'Lahore, PK'],
    ['Qasr Al-Nujum Relief Foundation', ''],
    ['Hadarah Charitable Trust', 'Seattle, WA'],
    ['Sherezad Benevolence Society', 'Columbus, OH'],
    ['Sherezad Benevolence Society', 'Lansing, MI'],
    ['Kestrel View Home Health', 'Tampa, FL'],
    ['Tanagra Medical Supply', 'Dallas, TX'],
    ['Tanagra Medical Supply', '1500 Ledger Way Ste 200, Columbus, OH'],
    ['Global Lantern Institute', 'New York, NY'],
    ['Global Lantern Institute', 'London, OH'],
    ['Yusuf Muhammadi Educational Trust', 'Cairo, IL'],
    ['Bjornholt Faellesskab', 'Seattle, WA'],
  ]),
  ...of('alias of the list, same place', 'Confirmed', 'Alias', [
    ['Palace of Stars Relief', 'Chicago, IL'],
    ['Palace of Stars Relief', 'Karachi, PK'],
    ['Sherezad Society for Kindness', 'Dearborn, MI'],
    ['Golden Brook Cultural Center', 'Moscow, RU'],
  ]),
  ...of('alias of the list', 'Review', 'Alias', [
    ['Palace of Stars Relief', 'Columbus, OH'],
    ['Stars Relief Committee of Karachi', 'New York, NY'],
    ['The Civilization Trust of Amman', 'Chicago, IL'],
    ['Sherezad Society for Kindness', 'Reno, NV'],
    ['Star Bridge Orphans House', 'Miami, FL'],
    ['Golden Brook Cultural Centre', 'Seattle, WA'],
    ['Bjornholt Community House', 'Seattle, WA'],
  ]),
  ...of('own other name', 'Review', 'Alias', [
    ['Larkspur Aid', 'Dallas, TX', { formerName: 'Qasr Al-Nujum Relief Foundation' }],
    ['Larkspur Aid', 'Seattle, WA', { doingBusinessAs: 'Sherezad Benevolence Society' }],
    ['Larkspur Aid', 'Seattle, WA', { formerName: 'Golden Brook Cultural Center' }],
    ['Larkspur Aid', 'Reno, NV', { doingBusinessAs: 'Kestrel View Home Health' }],
  ]),
  ...of('own other name, same place', 'Confirmed', 'Alias', [
    ['Larkspur Aid', 'Chicago, IL', { formerName: 'Qasr Al-Nujum Relief Foundation' }],
    ['Larkspur Aid', 'Miami, FL', { doingBusinessAs: 'Kestrel View Home Health' }],
  ]),
  ...of('reordered', 'Review', 'ReorderedName', [
    ['Foundation Qasr Al-Nujum Relief', 'Chicago, IL'],
    ['Relief Foundation of Qasr al Nujum', 'Dallas, TX'],
    ['Benevolence Society of Sherezad', 'Dearborn, MI'],
    ['Lantern Global Institute', 'London, GB'],
    ['The Trust for Hadarah Charitable', 'Amman, JO'],
    ['Cultural Center Zolotaya Rechka', 'Moscow, RU'],
    ['Khorasan Shepherds Committee', 'Herat, AF'],
    ['Medical Supply Tanagra', 'Houston, TX'],
    ['Muhammadi Yusuf Educational Trust', 'Columbus, OH'],
  ]),
  ...of('transliterated', 'Review', 'Transliteration', [
    ['Kasr Al Nujoum Relief Foundation', 'Chicago, IL'],
    ['Qasr el-Nujum Relief Foundation', 'Dallas, TX'],
    ['Qasr Alnujum Relief Foundation', 'Dallas, TX'],
    ['Yousef Mohammadi Educational Trust', 'Cairo, EG'],
    ['Yusef Mohamadi Education Trust', 'Columbus, OH'],
    ['Youssuf Muhammedi Educational Trust', 'Columbus, OH'],
    ['Ansaar Al-Wadi Society', 'Beirut, LB'],
    ['Ansar Alwadi Society', 'Chicago, IL'],
    ['Hadara Charitable Trust', 'Amman, JO'],
    ['Hadharah Charitable Trust', 'Seattle, WA'],
    ['Zolotaia Rechka Cultural Center', 'Moscow, RU'],
    ['Committee for the Shepherds of Horasan', 'Herat, AF'],
    ['Committee for the Shepherds of Khurasan', 'Columbus, OH'],
    ['Sherezade Benevolence Society', 'Dearborn, MI'],
  ]),
  ...of('identifier', 'Confirmed', 'Identifier', [
    ['Larkspur Aid', 'Seattle, WA', { ein: '079009001' }],
    ['Qasr Al-Nujum Relief Foundation', 'Dallas, TX', { ein: '079009001' }],
    ['Fontenoy Kindness Circle', '', { ein: '079009002' }],
  ]),
  ...of('partial scope', 'Review', 'ExactName', [
    ['Orrery Optics Foundation', 'Denver, CO'],
    ['Orrery Optics Foundation', 'Boulder, CO'],
    ['Orrery Optics Fdn Inc', ''],
  ]),
  ...of('generic, same place', 'Confirmed', 'ExactName', [
    ['Relief Fund', 'Peshawar, PK'],
    ['Hope Center', 'Tampa, FL'],
    ['Zarqa', 'Zarqa, JO'],
  ]),
  ...of('generic, as OFAC writes it', 'Review', 'ExactName', [
    ['Relief Fund', 'Chicago, IL'],
    ['Relief Fund', 'Lahore, PK'],
    ['The Relief Fund Inc', 'Columbus, OH'],
    ['Relief Fund', ''],
    ['ZARQA INC', 'Chicago, IL'],
    ['Zarqa', ''],
  ]),
  ...of('generic, an alias as OFAC writes it', 'Review', 'Alias', [
    ['TKN Inc', 'Chicago, IL'],
    ['Larkspur Aid', 'Reno, NV', { formerName: 'Zarqa' }],
  ]),
  ...of('generic, as SAM writes it', 'Clear', undefined, [
    ['Hope Center', 'Miami, FL'],
    ['Hope Center', 'Columbus, OH'],
    ['Hope Centre Inc', 'Houston, TX'],
    ['Hands for Hope', '100 Main Street Ste 4, Chicago, IL 60601'],
  ]),
  ...of('generic, not as written', 'Clear', undefined, [
    ['Center of Hope', 'Columbus, OH'],
    ['Fund for Relief', 'Columbus, OH'],
    ['Zarka', 'Columbus, OH'],
  ]),
  ...of('weak alias', 'Clear', undefined, [
    ['Star Palace', 'Seattle, WA'],
    ['The Helpers of the Valley', 'Denver, CO'],
  ]),
  ...of('weak alias, same place', 'Review', 'Alias', [
    ['Star Palace', 'Chicago, IL'],
    ['The Helpers of the Valley', 'Beirut, LB'],
  ]),
  ...of('another of a similar name', 'Clear', undefined, [
    ['Qasr Al-Nujum School', 'Chicago, IL'],
    ['Qasr Relief Foundation', 'Chicago, IL'],
    ['Al-Nujum Youth Soccer', 'Karachi, PK'],
    ['Hadarah Dance Ensemble', 'Amman, JO'],
    ['Sherezad Ballet Society', 'Dearborn, MI'],
    ['Sherezad Benevolence Society Alumni', 'Dearborn, MI'],
    ['Fundacion Puente de Esperanza', 'Bogota, CO'],
    ['Silver Brook Cultural Center', 'Moscow, RU'],
    ['Golden Book Cultural Center', 'Moscow, RU'],
    ['Kestrel View Homeowners', 'Miami, FL'],
    ['Kestrel View Home Wealth', 'Miami, FL'],
    ['Kestrel Vine Home Health', 'Miami, FL'],
    ['Tangara Medical Supply', 'Houston, TX'],
    ['Global Lantern Initiative', 'London, GB'],
    ['Global Pattern Institute', 'London, GB'],
    ['Local Lantern Institute', 'London, GB'],
    ['Ansar Al-Hadi Society', 'Beirut, LB'],
    ['Committee for the Shepherds of Tabaristan', 'Herat, AF'],
    ['Orrery Optics Federation', 'Denver, CO'],
    ['Vega Shipping', 'Valletta, MT'],
    ['Khalid Yusuf Al-Samarrai', 'Baghdad, IQ'],
  ]),
  // One vowel differs, as in a transcription; only a review can decide.
  ...of('another that sounds the same', 'Review', 'Transliteration', [
    ['Bjornhult Faellesskab', 'Copenhagen, DK'],
    ['Shirazad Benevolence Society', 'Dearborn, MI'],
  ]).map((one) => ({ ...one, isOther: true as const })),
  ...officers('officer', 'Review', 'ExactName', [
    ['Khalid Al-Samarrai', 'Chicago, IL'],
    ['Khalid Yusuf Al Samarrai', 'Dallas, TX'],
    ['KHALID Y AL-SAMARRAI', 'Baghdad, IQ'],
    ['Al-Samarrai, Khalid', 'Chicago, IL'],
    ['Tibor Varga', 'Columbus, OH'],
    ['Mr Tibor J Varga', 'Columbus, OH'],
    ['TIBOR VARGA, MD', 'Reno, NV'],
    ['Tibor Varga - Treasurer', 'Reno, NV'],
    ['Dov Pemberline', 'Miami, FL'],
    ['Dov B. Pemberline', 'Tampa, FL'],
    ['PEMBERLINE, DOV B', 'Miami, FL'],
    ['Celeste Hathorne', 'Washington, DC'],
    ['Rev. Celeste Anne Hathorne', 'Washington, DC'],
    ['Joaquin Wetherby Jr', 'Columbus, OH'],
    ['Joaquin M Wetherby', 'Dayton, OH'],
    ['Nadim Abu Tahir', 'Seattle, WA'],
    ['Yara Sandoval-Reyes', 'Reno, NV'],
    ['Yara L Sandoval Reyes', 'Las Vegas, NV'],
    ['Yara Sandoval', 'Reno, NV'],
    // Listed with a state, and on OFAC's list: a state does not separate them.
    ['Rafael Sarrazin Delmar', 'Houston, TX'],
    ['Rafael A Sarrazin', 'Houston, TX'],
    ['Anwar Zarqawiyya', 'Chicago, IL'],
    ['Anwar al-Zarqawiyya', 'Chicago, IL'],
    ['Umar N Sheikh', 'Chicago, IL'],
    ['Tam Pa', 'Chicago, IL'],
    ['Kun-Ryong O', 'Chicago, IL'],
    ['O Kun Ryong', 'Chicago, IL'],
    ['Imam Bheelan', 'Chicago, IL'],
    ['PEMBERLINE DOV B', 'Miami, FL'],
    ['VARGA TIBOR', 'Columbus, OH'],
    ['Varga Tibor Nagy', 'Columbus, OH'],
    ['Odile Quimper', 'San Juan, US-PR'],
    // Listed abroad, without a state to compare.
    ['Ambrose Thistlewood', 'Reno, NV'],
  ]),
  ...officers('officer, alias', 'Review', 'Alias', [
    ['Abu Samarrai', 'Chicago, IL'],
    ['Karim Nadir', 'Baghdad, IQ'],
  ]),
  ...officers('officer, somebody else', 'Clear', undefined, [
    ['Khalid Omar Al-Samarrai', 'Chicago, IL'],
    ['Khalida Al-Samarrai', 'Chicago, IL'],
    ['K Al-Samarrai', 'Chicago, IL'],
    ['Karim Nadir', 'Chicago, IL'],
    ['Tibor Vargas', 'Columbus, OH'],
    ['Dov Pemberline', 'Columbus, OH'],
    ['PEMBERLINE DOV', 'Columbus, OH'],
    ['Odile Quimper', 'Miami, FL'],
    ['Rafael Delmar', 'Miami, FL'],
    ['Rafael Sarrazin Ortega', 'Miami, FL'],
    ['Imam Umar Bheelan', 'Chicago, IL'],
    ['Dov Samuel Pemberline', 'Miami, FL'],
    ['Dov S Pemberline', 'Miami, FL'],
    ['Dora Pemberline', 'Miami, FL'],
    ['Celeste Hathorne', 'Seattle, WA'],
    ['Celestine Hathorne', 'Washington, DC'],
    ['Celeste Hawthorne', 'Washington, DC'],
    ['Joaquin Wetherby Sr', 'Columbus, OH'],
    ['Joaquin R Wetherby', 'Columbus, OH'],
    ['Nadim Tahir', 'Seattle, WA'],
    ['Nadim Ibn Tahir', 'Seattle, WA'],
    ['Yara Reyes', 'Reno, NV'],
    ['Sherezad Benevolence Society', 'Dearborn, MI'],
  ]),
]
