import type { Cause } from './kind.ts'

export const INTERNATIONAL: Cause = {
  letter: 'Q',
  label: 'International, Foreign Affairs & National Security',
  kinds: [
    {
      code: 'Q30',
      size: 'large',
      funds: 'gifts',
      abroad: ['Kenya', 'Ethiopia', 'Uganda', 'Malawi'],
      traits: ['gala'],
      names: [
        '{feature} Wells',
        'Clean Water for {country}',
        '{founder} Water Fund',
        'Living Springs {country}',
      ],
      mission:
        'To bring clean drinking water to villages in {country} by drilling wells that the communities own and keep running.',
      programs: [
        'Clean water wells: {12..64} boreholes with {solar/hand} pumps were drilled in {place}, {country}, giving {9000..52000} villagers safe water within half an hour of home.',
        'Water committees: {40..260} village committees, half of whose officers are women, were trained to collect fees, test water and repair the pumps.',
        'School latrines and handwashing stations at {10..70} primary schools in {place} cut diarrheal disease and kept adolescent girls in class.',
      ],
    },
    {
      code: 'Q33',
      size: 'large',
      funds: 'gifts',
      abroad: ['Haiti', 'Nepal', 'Philippines', 'Bangladesh'],
      traits: ['medicine', 'regrants'],
      names: ['{feature} Relief International', 'First Boat Relief', '{founder} Disaster Response'],
      mission:
        'To reach families with shelter, food and medical care in the first days after earthquakes, cyclones and floods, and to stay until they have rebuilt.',
      programs: [
        'Emergency relief: tarpaulins, rice and hygiene kits for {6000..44000} families displaced by the {cyclone/flood/earthquake} in {place}, {country}.',
        'Rebuilding: masons trained in hazard-resistant building raised {80..720} homes in {place} with timber frames that withstand shaking and wind.',
        'Mobile clinics treated {9000..61000} patients and vaccinated {2000..19000} children.',
      ],
    },
    {
      code: 'Q30',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Guatemala', 'Honduras', 'Peru', 'Nepal'],
      names: [
        "{feature} Girls' Education Fund",
        'Desks for Daughters',
        '{founder} Scholars of {country}',
      ],
      mission:
        'To keep girls in rural {country} in school through graduation, in their own language and close to home.',
      programs: [
        "Girls' schooling: scholarships covering fees, books, bus fare and a mentor for {220..1600} indigenous girls in secondary schools of {place}, {country}.",
        'Village libraries and reading clubs in {8..46} hamlets, run by local women trained as librarians.',
        'Teacher workshops in bilingual methods reached {60..480} rural teachers.',
      ],
    },
    {
      code: 'Q31',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Malawi', 'Nicaragua', 'Bolivia', 'Cambodia'],
      names: ['{feature} Seeds Abroad', 'Good Harvest {country}', 'Farmers Without Fences'],
      mission:
        'To help smallholder farmers in {country} grow enough for their families and a surplus to sell.',
      programs: [
        'Smallholder training in composting, drip irrigation and drought-tolerant seed for {900..7400} farm families in {place}, {country}.',
        'Village seed banks and savings groups lend to {400..3600} women without collateral.',
        'Goats and beehives passed from one family to the next, {200..1500} households a year.',
      ],
    },
    {
      code: 'Q71',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Jordan', 'Ukraine', 'Uganda', 'Bangladesh'],
      names: [
        '{feature} Refugee Aid',
        'Shelter Across Borders',
        '{founder} Fund for Displaced Families',
      ],
      mission:
        'To stand with refugees and displaced people in {country} from flight to a settled life.',
      programs: [
        'Cash assistance and winter heating for {700..6400} refugee families living in rented rooms around {place}, {country}.',
        'Trauma counseling and safe play spaces for {900..5200} displaced children.',
        'Legal help with registration, birth certificates and family reunion in {300..2700} cases.',
      ],
    },
    {
      code: 'Q22',
      size: 'medium',
      funds: 'fees',
      fees: 'Exchange program fees',
      traits: ['individual-aid'],
      names: [
        '{feature} Student Exchange',
        'Host Family Exchange of {state}',
        '{founder} Youth Ambassadors',
      ],
      mission:
        'To build understanding between peoples by placing high school students with host families across borders.',
      programs: [
        'Year and semester exchanges: {40..420} students from {14..52} countries lived with volunteer host families in {state} and attended local schools.',
        'Language camps and reentry weekends for {60..500} returning students.',
      ],
    },
  ],
}
