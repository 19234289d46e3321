/** A country programs work in: FIPS code as filings write it, Schedule F region, places. */
export type Country = { name: string; fips: string; region: string; places: readonly string[] }

const AFRICA = 'Sub-Saharan Africa'
const CENTRAL_AMERICA = 'Central America and the Caribbean'
const SOUTH_AMERICA = 'South America'
const SOUTH_ASIA = 'South Asia'
const EAST_ASIA = 'East Asia and the Pacific'
const EUROPE = 'Europe (Including Iceland and Greenland)'
const MIDDLE_EAST = 'Middle East and North Africa'

/** Countries by name. Regions are those of the instructions to Schedule F. */
export const COUNTRIES: Record<string, Country> = {
  Kenya: {
    name: 'Kenya',
    fips: 'KE',
    region: AFRICA,
    places: [
      'Turkana County',
      'Marsabit County',
      'Kitui County',
      'the Kibera settlement of Nairobi',
    ],
  },
  Uganda: {
    name: 'Uganda',
    fips: 'UG',
    region: AFRICA,
    places: ['Gulu District', 'the Bidibidi settlement', 'Kasese District'],
  },
  Malawi: {
    name: 'Malawi',
    fips: 'MI',
    region: AFRICA,
    places: ['Mangochi District', 'Nkhotakota District', 'Zomba'],
  },
  Ghana: {
    name: 'Ghana',
    fips: 'GH',
    region: AFRICA,
    places: ['the Upper West Region', 'Tamale', 'Cape Coast'],
  },
  Ethiopia: {
    name: 'Ethiopia',
    fips: 'ET',
    region: AFRICA,
    places: ['the Amhara Region', 'Bahir Dar', 'the Somali Region'],
  },
  Guatemala: {
    name: 'Guatemala',
    fips: 'GT',
    region: CENTRAL_AMERICA,
    places: ['Huehuetenango', 'the Lake Atitlan basin', 'Alta Verapaz'],
  },
  Honduras: {
    name: 'Honduras',
    fips: 'HO',
    region: CENTRAL_AMERICA,
    places: ['La Mosquitia', 'Choluteca', 'Santa Barbara'],
  },
  Haiti: {
    name: 'Haiti',
    fips: 'HA',
    region: CENTRAL_AMERICA,
    places: ['Jeremie', 'the Artibonite Valley', 'Gonaives'],
  },
  Nicaragua: {
    name: 'Nicaragua',
    fips: 'NU',
    region: CENTRAL_AMERICA,
    places: ['Matagalpa', 'Ometepe Island', 'Leon'],
  },
  Peru: {
    name: 'Peru',
    fips: 'PE',
    region: SOUTH_AMERICA,
    places: ['the Sacred Valley', 'Loreto', 'Ayacucho'],
  },
  Bolivia: {
    name: 'Bolivia',
    fips: 'BL',
    region: SOUTH_AMERICA,
    places: ['Cochabamba', 'the Altiplano', 'Potosi'],
  },
  Nepal: {
    name: 'Nepal',
    fips: 'NP',
    region: SOUTH_ASIA,
    places: ['Gorkha District', 'Solukhumbu', 'Mustang'],
  },
  India: {
    name: 'India',
    fips: 'IN',
    region: SOUTH_ASIA,
    places: ['Bihar', 'Odisha', 'rural Tamil Nadu'],
  },
  Bangladesh: {
    name: 'Bangladesh',
    fips: 'BG',
    region: SOUTH_ASIA,
    places: ["Cox's Bazar", 'Sylhet', 'Khulna'],
  },
  Philippines: {
    name: 'the Philippines',
    fips: 'RP',
    region: EAST_ASIA,
    places: ['Leyte', 'Palawan', 'Mindanao'],
  },
  Cambodia: {
    name: 'Cambodia',
    fips: 'CB',
    region: EAST_ASIA,
    places: ['Battambang', 'Siem Reap Province', 'Mondulkiri'],
  },
  Ukraine: { name: 'Ukraine', fips: 'UP', region: EUROPE, places: ['Kharkiv', 'Odesa', 'Lviv'] },
  Jordan: {
    name: 'Jordan',
    fips: 'JO',
    region: MIDDLE_EAST,
    places: ['Irbid', 'the Zaatari camp', 'Mafraq'],
  },
  Israel: {
    name: 'Israel',
    fips: 'IS',
    region: MIDDLE_EAST,
    places: ['Haifa', 'the Negev', 'Jerusalem'],
  },
}

/** Where the few filers with a foreign address sit. */
export const FOREIGN_TOWNS = [
  {
    line1: '14 Fenwick Lane',
    city: 'London',
    province: 'England',
    country: 'UK',
    countryName: 'United Kingdom',
    postalCode: 'SE1 9XX',
  },
  {
    line1: '220 Harbord Street',
    city: 'Toronto',
    province: 'Ontario',
    country: 'CA',
    countryName: 'Canada',
    postalCode: 'M5S 1H6',
  },
  {
    line1: '8 Mazeh Street',
    city: 'Tel Aviv',
    province: '',
    country: 'IS',
    countryName: 'Israel',
    postalCode: '6521307',
  },
  {
    line1: 'Ngong Lane Plaza 3',
    city: 'Nairobi',
    province: '',
    country: 'KE',
    countryName: 'Kenya',
    postalCode: '00100',
  },
  {
    line1: '31 Rue de Lausanne',
    city: 'Geneva',
    province: 'Geneva',
    country: 'SZ',
    countryName: 'Switzerland',
    postalCode: '1201',
  },
  {
    line1: 'Calle Hidalgo 77',
    city: 'Oaxaca',
    province: 'Oaxaca',
    country: 'MX',
    countryName: 'Mexico',
    postalCode: '68000',
  },
] as const
