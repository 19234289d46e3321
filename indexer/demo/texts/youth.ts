import type { Cause } from './kind.ts'

export const YOUTH: Cause = {
  letter: 'O',
  label: 'Youth Development',
  kinds: [
    {
      code: 'O50',
      size: 'medium',
      funds: 'gifts',
      traits: ['food', 'gala'],
      names: [
        '{feature} Homework House',
        '{city} Newcomer Tutoring',
        '{founder} After School Project',
      ],
      mission:
        'To help children of refugee and immigrant families in {city} catch up in school and feel at home.',
      programs: [
        'After-school tutoring: {90..720} refugee children from {Afghanistan and Congo/Burma and Syria/Somalia and Ukraine} meet a tutor four afternoons a week in reading, mathematics and English.',
        'Family nights with interpreters explain report cards, bus routes and college forms to {60..480} parents.',
        'Summer reading camp keeps {70..520} newcomer pupils from losing ground.',
      ],
    },
    {
      code: 'O23',
      size: 'large',
      funds: 'gifts',
      traits: ['gala', 'food'],
      names: ['{county} Youth Clubs', '{feature} Boys and Girls Center', '{city} Kids Club'],
      mission: 'To give young people of {county} a safe place, good company and a path ahead.',
      programs: [
        'Clubhouses at {4..22} sites for {900..7600} children aged six to eighteen, open until eight.',
        'Robotics, music studio and a teen job program.',
        'Hot supper each weekday, {40000..280000} meals.',
      ],
    },
    {
      code: 'O40',
      size: 'medium',
      funds: 'fees',
      fees: 'Camp and program fees',
      traits: ['shop', 'regrants'],
      names: ['{feature} Scouts of {state}', '{county} Explorers Council', '{city} Trail Scouts'],
      mission:
        'To prepare young people of the plains for life through scouting: outdoors, in service and among friends.',
      programs: [
        'Scouting program for {1400..16000} boys and girls in {40..520} troops led by volunteers.',
        'Camps with canoes, climbing and stargazing, {900..9000} campers.',
        'Service projects: {9000..80000} hours planting shelterbelts and stocking pantries.',
      ],
    },
    {
      code: 'O30',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala'],
      names: ['{feature} Mentors', '{county} Big Friends', '{founder} Mentoring Alliance'],
      mission:
        'To match children of {county} who need one more adult in their corner with a mentor who stays.',
      programs: [
        'Community mentoring: {140..1300} pairs meet weekly, on average for {2..4} years.',
        'Mentors for children with a parent in prison, {40..320} pairs.',
      ],
    },
    {
      code: 'O52',
      size: 'small',
      funds: 'gifts',
      traits: ['bingo'],
      names: ['{county} Young Farmers Club', '{feature} Junior Growers', '{state} Junior Stockmen'],
      mission: 'To raise the next generation of farmers and cooks in {county}.',
      programs: [
        'Livestock, garden and sewing projects for {120..1100} members, shown at the county fair.',
        'Start-up heifer and beehive loans to {10..90} teenagers.',
      ],
    },
    {
      code: 'O53',
      size: 'medium',
      funds: 'gifts',
      names: ['{city} Young Founders', '{feature} Junior Enterprise', '{founder} Youth Ventures'],
      mission: 'To teach teenagers in {city} to handle money and start something of their own.',
      programs: [
        'Financial literacy classes in {20..160} high schools for {1500..12000} students.',
        'Student-run {print shop/cafe/bicycle repair shop} with paid places for {15..120} teenagers.',
      ],
    },
  ],
}
