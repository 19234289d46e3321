import type { Cause } from './kind.ts'

// The group for organizations no one has classified; their texts are as vague as real ones.
export const UNKNOWN: Cause = {
  letter: 'Z',
  label: 'Unknown',
  kinds: [
    {
      code: 'Z99',
      size: 'small',
      funds: 'gifts',
      names: ['{feature} Friends Association', '{city} Fellowship', '{founder} Circle'],
      mission: 'To carry on charitable and educational activities of benefit to {city}, {state}.',
      programs: [
        'Community gatherings and small acts of help for {60..520} people in {county}.',
        'Upkeep of a meeting room open to {scouts/seniors/quilters/recovery groups}.',
      ],
    },
    {
      code: 'Z99',
      size: 'medium',
      funds: 'gifts',
      names: ['{feature} Initiative', '{city} Works Trust', 'Project {feature}'],
      mission: 'To try out new answers to old problems in {county} and share what works.',
      programs: [
        'Pilot projects on {loneliness/idle land/spare rooms/night buses} with {4..22} partners.',
        'Prizes for {6..48} local inventors and reports on what failed.',
      ],
    },
    {
      code: 'Z99',
      size: 'small',
      funds: 'fees',
      fees: 'Event income',
      names: ['{feature} Committee', '{county} Homecoming Association', '{city} Jubilee Committee'],
      mission: 'To organize the yearly {homecoming/jubilee/founders day} of {city}.',
      programs: [
        'Festival with {parade/regatta/quilt show/tractor pull} for {900..12000} visitors.',
        'Small grants to {4..30} clubs from what is left over.',
      ],
    },
    {
      code: 'Z99',
      size: 'medium',
      funds: 'investments',
      names: ['{founder} Endowment', '{feature} Holding Society'],
      mission: 'To hold property and funds for charitable uses in {county}.',
      programs: [
        'Use of {3..24} buildings by charities at nominal rent.',
        'Income paid to hospitals, schools and churches named in the deed.',
      ],
    },
  ],
}
