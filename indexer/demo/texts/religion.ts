import type { Cause } from './kind.ts'

export const RELIGION: Cause = {
  letter: 'X',
  label: 'Religion-Related',
  kinds: [
    {
      code: 'X21',
      size: 'medium',
      funds: 'gifts',
      traits: ['church', 'regrants'],
      names: [
        'Synod of {feature} Congregations',
        '{city} Presbytery',
        '{county} Baptist Association',
      ],
      mission:
        'To gather, support and send out the congregations of {county} in worship and service.',
      programs: [
        'Support of {20..190} congregations: pastors, buildings and new church starts.',
        'Mission weeks and a {disaster trailer/food truck/well-drilling rig} shared by churches.',
        'Pension and health aid for retired ministers.',
      ],
    },
    {
      code: 'X20',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Honduras', 'Uganda', 'Philippines', 'Haiti'],
      names: [
        '{feature} Mission Outreach',
        'Harvest of {feature} Ministries',
        '{founder} Gospel Mission',
      ],
      mission: 'To share the Christian faith in {country} in word and deed.',
      programs: [
        'Mission teams built {3..24} chapels and a clinic in {place}, {country}.',
        'Bible training of {60..520} lay pastors.',
        'Feeding program for {300..2600} children.',
      ],
    },
    {
      code: 'X30',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Israel'],
      names: [
        '{city} Jewish Federation',
        'Friends of {feature} Yeshiva',
        '{founder} Hebrew Institute',
      ],
      mission: 'To sustain Jewish life and learning in {city} and in {place}, {country}.',
      programs: [
        'Allocations to day schools, Meals on Wheels and Holocaust survivors in {county}.',
        'Stipends and winter heating for {200..1600} families in {place}, {country}.',
        'Hebrew and heritage classes for {150..1300} adults.',
      ],
    },
    {
      code: 'X40',
      size: 'small',
      funds: 'gifts',
      traits: ['food'],
      names: [
        '{city} Islamic Center',
        '{feature} Muslim Community Association',
        'Masjid {feature}',
      ],
      mission:
        'To serve Muslims of {county} in prayer, learning and charity and to be good neighbors to all.',
      programs: [
        'Weekend school for {80..640} children and adult Quran study.',
        'Zakat fund and Friday food pantry for {100..900} households of any faith.',
        'Open-house evenings with {20..140} churches and schools.',
      ],
    },
    {
      code: 'X50',
      size: 'small',
      funds: 'gifts',
      names: ['{feature} Zen Center', '{city} Dharma Community', '{founder} Vihara'],
      mission: 'To offer Buddhist practice and quiet to people of {county}.',
      programs: [
        'Daily meditation and retreats for {120..1100} participants.',
        'Prison and hospice chaplaincy visits, {200..1800} hours.',
      ],
    },
    {
      code: 'X90',
      size: 'medium',
      funds: 'gifts',
      names: [
        '{county} Interfaith Council',
        '{feature} Interfaith Alliance',
        '{city} Ministries Together',
      ],
      mission: 'To bring the faiths of {county} together for understanding and common service.',
      programs: [
        'Rotating winter shelter in {12..60} synagogues, churches and mosques.',
        'Youth pilgrimage and shared holy day dinners for {200..1700} people.',
      ],
    },
  ],
}
