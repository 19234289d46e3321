import type { Cause } from './kind.ts'

export const ARTS: Cause = {
  letter: 'A',
  label: 'Arts, Culture & Humanities',
  kinds: [
    {
      code: 'A65',
      size: 'medium',
      funds: 'fees',
      fees: 'Ticket sales and subscriptions',
      traits: ['gala', 'advertising'],
      names: ['{feature} Theatre Company', '{city} Repertory Theater', '{founder} Street Players'],
      mission:
        'To stage new plays and neglected classics in {city}, {state}, with seats that anyone can pay for.',
      programs: [
        'Mainstage season of {4..7} productions seen by {7000..41000} people, with pay-what-you-can nights for every title.',
        'Playwrights from {state} receive a {commission/reading} and four weeks with actors; {3..14} scripts were developed.',
        'School matinees and drama clubs in {9..46} public schools of {county}, many of which have lost their arts teachers.',
      ],
    },
    {
      code: 'A51',
      size: 'large',
      funds: 'gifts',
      traits: ['collections', 'endowment', 'gala', 'shop', 'advertising'],
      names: ['{feature} Museum of Art', '{city} Art Museum', '{founder} Gallery of American Art'],
      mission:
        'To collect, care for and show the art of {the American West/the Great Lakes/the South/New England/the Pacific} and to put it within reach of the people of {county}.',
      programs: [
        'Exhibitions: {6..18} shows drawn from a collection of {3100..26000} paintings, prints and textiles were visited by {24000..190000} people.',
        'Conservation studio treated {120..900} works and trained {3..11} interns in paper and pigment care.',
        'Museum on wheels brings original works and a teaching artist to {18..90} rural schools around {city}.',
        'Digitization of {1200..8000} objects for free use by scholars and teachers.',
      ],
    },
    {
      code: 'A80',
      size: 'small',
      funds: 'gifts',
      traits: ['collections'],
      names: [
        '{county} Historical Society',
        '{feature} Heritage Association',
        'Old {city} Preservation Society',
      ],
      mission:
        'To save the buildings, papers and memories of {county}, {state} and make them part of local life.',
      programs: [
        'House museum and one-room school open for {1200..9000} visitors and every fourth grader in {county}.',
        'Oral histories recorded with {20..140} retired {miners/mill hands/ranchers/fishermen/railroad workers} and their families.',
        'Survey of barns, depots and storefronts at risk, with {4..22} nominations to the National Register.',
      ],
    },
    {
      code: 'A6C',
      size: 'medium',
      funds: 'gifts',
      fees: 'Concert admissions',
      names: ['{feature} Chamber Players', '{city} Chamber Orchestra', '{founder} String Society'],
      mission:
        'To bring chamber music of the highest standard to {city} and to small towns that seldom hear it live.',
      programs: [
        'Concert series of {8..24} evenings in {city} and on tour to {6..30} towns in churches, libraries and barns.',
        'Free string instruments and weekly lessons for {60..420} children from families of modest means.',
        'Commissions of {1..6} new works by composers living in {state}.',
      ],
    },
    {
      code: 'A70',
      size: 'small',
      funds: 'gifts',
      names: [
        '{feature} Story Archive',
        '{county} Folklife Center',
        '{founder} Institute for Local Memory',
      ],
      mission:
        'To record and share the songs, recipes and stories of {delta/mountain/prairie/border/coastal} communities in {state}.',
      programs: [
        'Field recordings of {gospel quartets/ballad singers/fiddlers/corrido singers} and quilters, {40..320} hours a year, open to all online.',
        'Apprenticeships pairing {8..40} master craftspeople with young learners.',
        'Traveling exhibit on {sharecropping/coal camps/cannery work/seasonal farm labor} shown in {5..24} county libraries.',
      ],
    },
    {
      code: 'A34',
      size: 'medium',
      funds: 'dues',
      traits: ['advertising'],
      names: ['{feature} Public Radio', '{city} Community Radio', 'Radio {feature}'],
      mission: 'To give {county} news, music and a public square on a listener-supported station.',
      programs: [
        'News desk of {3..14} reporters covering county boards, schools and water districts that no newspaper follows any longer.',
        'Broadcasts in {Spanish/Navajo/Hmong/Haitian Creole/Vietnamese} for {8000..52000} listeners, {20..60} hours a week.',
        'Training of {24..160} volunteer producers and teen reporters.',
      ],
    },
  ],
}
