import type { Cause } from './kind.ts'

export const SPORTS: Cause = {
  letter: 'N',
  label: 'Recreation & Sports',
  kinds: [
    {
      code: 'N60',
      size: 'medium',
      funds: 'fees',
      fees: 'League and camp fees',
      traits: ['gala'],
      names: ['{feature} Youth Sports', '{county} Youth Athletics', '{city} Play Together'],
      mission: 'To let every child in {county} play sports, whatever the family earns.',
      programs: [
        'Leagues in {soccer and basketball/track and volleyball/lacrosse and swimming} for {600..4800} children, fees waived for half of them.',
        'Coach training in concussion, kindness and inclusion for {120..900} volunteers.',
        'Adaptive sports days for {60..480} children who use wheelchairs.',
      ],
    },
    {
      code: 'N63',
      size: 'small',
      funds: 'fees',
      fees: 'Registration fees',
      names: ['{feature} Softball League', '{city} Little Diamonds', '{county} Baseball Boosters'],
      mission: 'To run fair and friendly {softball/baseball} for young people of {city}, {state}.',
      programs: [
        'Spring and fall seasons for {180..1200} players on {12..80} teams.',
        'Field lights, dugouts and equipment kept up by parents.',
      ],
    },
    {
      code: 'N20',
      size: 'medium',
      funds: 'fees',
      fees: 'Camp fees',
      traits: ['individual-aid'],
      names: ['Camp {feature}', '{founder} Camps', 'Camp {feature} for Children'],
      mission:
        'To give children from {city}, many of whom live with illness or loss, a summer in the woods.',
      programs: [
        'Overnight camp for {200..1700} children with {sickle cell disease/burns/diabetes/a parent in the military}.',
        'Campership fund covers two of every three places.',
        'Wilderness leadership trips for {40..320} teenagers.',
      ],
    },
    {
      code: 'N50',
      size: 'small',
      funds: 'dues',
      subsection: '07',
      traits: ['bingo'],
      names: ['{city} Yacht Club', '{feature} Rod and Gun Club', '{county} Chess Club'],
      mission: 'To provide fellowship and recreation for members in {county}.',
      programs: [
        'Clubhouse, weekly meets and an annual {regatta/tournament/derby} for {90..700} members.',
        'Junior program open to the public.',
      ],
    },
    {
      code: 'N32',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala'],
      names: ['Friends of {feature} Park', '{city} Parks Conservancy', '{county} Trails Alliance'],
      mission: 'To build and care for parks and trails within a walk of every home in {city}.',
      programs: [
        'Playgrounds built with neighbors at {3..22} schoolyards, open after hours.',
        'Rail trail: {4..46} miles maintained by {300..2400} volunteers.',
        'Free outdoor movies, skating and {tai chi/bike repair/birding} at {20..120} events.',
      ],
    },
    {
      code: 'N72',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala'],
      names: ['{state} Unified Games', '{feature} Adaptive Ski', '{founder} Wheelchair Sports'],
      mission:
        'To train and cheer athletes with intellectual and physical disabilities across {state}.',
      programs: [
        'Year-round training and {12..60} competitions for {900..8200} athletes with disabilities.',
        'Health screenings by volunteer dentists and audiologists.',
        'Adaptive equipment loans: sit-skis, hand cycles and racing chairs.',
      ],
    },
  ],
}
