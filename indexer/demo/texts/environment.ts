import type { Cause } from './kind.ts'

export const ENVIRONMENT: Cause = {
  letter: 'C',
  label: 'Environment',
  kinds: [
    {
      code: 'C34',
      size: 'medium',
      funds: 'gifts',
      traits: ['easements', 'gala'],
      names: ['{feature} Land Trust', '{county} Land Conservancy', '{state} Open Lands'],
      mission:
        'To conserve the {estuaries/forests/grasslands/river corridors/ridgelines} of {county}, {state} for wildlife and people, forever.',
      programs: [
        'Land conservation: {400..7800} acres of {salt marsh/old forest/native prairie/floodplain} were bought or placed under conservation easement.',
        'Stewardship of {14..90} preserves: volunteers pulled invasive plants and built {3..28} miles of trail.',
        'Salmon, eelgrass and shorebird surveys with {60..500} citizen scientists.',
      ],
    },
    {
      code: 'C30',
      size: 'small',
      funds: 'gifts',
      names: ['{feature} Reef Guardians', '{county} Coastal Watch', 'Friends of {feature} Bay'],
      mission:
        'To protect coral reefs, beaches and near-shore waters through science and community action.',
      programs: [
        'Coral nurseries outplanted {900..7200} fragments of staghorn and brain coral on damaged reef.',
        'Beach cleanups removed {3..40} tons of plastic and fishing line with {300..2600} volunteers.',
        'Water sampling after storms at {12..60} swimming beaches, results posted the same day.',
      ],
    },
    {
      code: 'C32',
      size: 'medium',
      funds: 'government',
      traits: ['lobbying'],
      names: ['{feature} Riverkeeper', '{county} Watershed Alliance', 'Clean {feature} River'],
      mission: 'To make the rivers of {county} safe for fishing, swimming and drinking.',
      programs: [
        'Acid mine drainage and failing septic systems: {4..26} treatment ponds and wetlands built, {10..90} stream miles brought back.',
        'Dam removal and culvert replacement reopened {8..140} miles to {trout/shad/salmon/herring}.',
        'Legal watchdog on discharge permits and public testimony at state hearings.',
      ],
    },
    {
      code: 'C35',
      size: 'medium',
      funds: 'government',
      traits: ['lobbying'],
      names: ['{feature} Solar Cooperative', '{state} Energy Savers', '{city} Climate Works'],
      mission:
        'To cut energy bills and carbon together, starting with the households in {county} that can least afford either.',
      programs: [
        'Weatherization and heat pumps for {90..880} low-income homes, saving each about {300..900} dollars a year.',
        'Community solar gardens on {school roofs/brownfields/parking lots} with {400..3100} kilowatts shared by renters.',
        'Training of {30..240} residents as solar installers.',
      ],
    },
    {
      code: 'C41',
      size: 'large',
      funds: 'fees',
      fees: 'Admissions and memberships',
      traits: ['shop', 'gala', 'endowment'],
      names: ['{feature} Botanical Garden', '{city} Arboretum', '{founder} Gardens'],
      mission: 'To grow, study and share plants native to {state} and threatened around the world.',
      programs: [
        'Gardens and glasshouses visited by {40000..310000} people, free on the first Sunday of each month.',
        'Seed bank of {300..2400} rare plant populations and reintroduction of {4..19} species to the wild.',
        'Horticultural therapy and school gardens at {20..110} sites in {county}.',
      ],
    },
    {
      code: 'C60',
      size: 'medium',
      funds: 'fees',
      fees: 'School program fees',
      traits: ['individual-aid'],
      names: [
        '{feature} Nature Center',
        '{feature} Outdoor School',
        '{county} Environmental Learning Center',
      ],
      mission:
        'To bring children of {city} outdoors and teach them how the living world around them works.',
      programs: [
        'Three-day outdoor school for {1800..9200} sixth graders, at no cost to schools in poor districts.',
        'Forest preschool and nature play afternoons for {60..380} small children.',
        'Young naturalists: paid summer crews of {12..80} teenagers restore wetlands.',
      ],
    },
  ],
}
