import type { Cause } from './kind.ts'

export const SCIENCE: Cause = {
  letter: 'U',
  label: 'Science & Technology',
  kinds: [
    {
      code: 'U21',
      size: 'large',
      funds: 'government',
      traits: ['endowment'],
      names: ['{feature} Ocean Institute', '{city} Marine Laboratory', '{founder} Oceanographic'],
      mission:
        'To understand the ocean and the life in it, from {oyster beds/kelp forests/the deep sea/polar ice} to the open sea.',
      programs: [
        'Research cruises and moorings measured {hypoxia/acidification/harmful algae/heat waves} at {40..300} stations.',
        'Shellfish hatchery and disease laboratory serving {60..480} growers.',
        'Sea-going semester for {40..320} undergraduates.',
      ],
    },
    {
      code: 'U31',
      size: 'small',
      funds: 'gifts',
      names: ['{feature} Observatory', '{county} Astronomical Society', '{founder} Planetarium'],
      mission: 'To open the night sky over {county} to everyone and keep it dark.',
      programs: [
        'Public star parties with telescopes for {900..9000} visitors.',
        'Dark-sky lighting ordinances adopted by {3..24} towns.',
        'Asteroid tracking by {20..160} amateur observers.',
      ],
    },
    {
      code: 'U41',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Ghana', 'India', 'Philippines'],
      names: ['{feature} Code for Good', 'Open Software Guild', '{founder} Digital Commons'],
      mission:
        'To write and maintain free software that schools and clinics can rely on, at home and in {country}.',
      programs: [
        'Medical records software kept running in {120..1400} clinics, among them all of those in {place}, {country}.',
        'Fellowships for {12..90} maintainers of code that others build on.',
        'Coding clubs for girls in {county}, {80..700} members.',
      ],
    },
    {
      code: 'U50',
      size: 'medium',
      funds: 'government',
      names: [
        '{feature} Biological Station',
        '{founder} Institute of Ecology',
        '{city} Entomological Institute',
      ],
      mission: 'To study the plants, insects and soils of {state} over decades.',
      programs: [
        'Long-term plots on {pollinators/chestnuts/prairie fire/permafrost}, some followed for {40..90} years.',
        'Herbarium and insect collection of {200000..1900000} specimens put online.',
        'Field courses for {90..640} students.',
      ],
    },
    {
      code: 'U42',
      size: 'medium',
      funds: 'fees',
      fees: 'Testing and standards fees',
      names: [
        '{feature} Engineering Society',
        '{city} Institute of Bridge Research',
        '{founder} Standards Laboratory',
      ],
      mission:
        'To make {bridges/dams/electric grids/medical devices} safer through testing and open standards.',
      programs: [
        'Full-scale testing of {30..260} designs, results published.',
        'Student {bridge/robot/rocket} contests in {20..140} schools.',
      ],
    },
  ],
}
