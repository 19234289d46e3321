import type { Cause } from './kind.ts'

export const COMMUNITY: Cause = {
  letter: 'S',
  label: 'Community Improvement & Capacity Building',
  kinds: [
    {
      code: 'S20',
      size: 'medium',
      funds: 'government',
      traits: ['lobbying'],
      names: [
        '{feature} Neighborhood Partnership',
        '{city} Block Works',
        '{founder} Street Community Development',
      ],
      mission: 'To bring back the neighborhoods of {city} with the people who never left them.',
      programs: [
        'Vacant lots turned into {12..110} gardens, ball fields and rain gardens by block clubs.',
        'Tool library, facade grants and micro-loans for {40..360} corner businesses.',
        'Resident surveys and a neighborhood plan carried to city hall.',
      ],
    },
    {
      code: 'S30',
      size: 'small',
      funds: 'government',
      names: ['{city} Main Street', 'Downtown {city} Association', '{county} Renewal Corporation'],
      mission: 'To revive the downtown of {city}, {state} as a place to live, shop and meet.',
      programs: [
        'Farmers market, {night market/music on the square/winter lights} and {6..40} new storefront tenants.',
        'Upper-floor apartments and design help for {10..80} historic buildings.',
      ],
    },
    {
      code: 'S32',
      size: 'medium',
      funds: 'government',
      traits: ['regrants'],
      names: [
        '{feature} Rural Development Center',
        '{state} Rural Partners',
        '{county} Economic Alliance',
      ],
      mission: 'To grow jobs and broadband in the rural counties of {state} from local roots.',
      programs: [
        'Revolving loans and coaching for {40..420} rural businesses, {food processors/sawmills/outfitters/child care homes} among them.',
        'Cooperative broadband brought fiber to {900..11000} farms and homes.',
        'Regrants to {10..70} volunteer groups for grain elevators, theaters and grocery stores.',
      ],
    },
    {
      code: 'S41',
      size: 'medium',
      funds: 'dues',
      subsection: '06',
      traits: ['lobbying', 'advertising'],
      names: [
        '{city} Chamber of Commerce',
        '{county} Business League',
        '{feature} Tourism Association',
      ],
      mission: 'To promote trade and good business conditions in {county}, {state}.',
      programs: [
        'Networking, job fairs and visitor guide for {200..2600} member firms.',
        'Advocacy on {freight rail/zoning/workforce housing/water supply}.',
      ],
    },
    {
      code: 'S50',
      size: 'medium',
      funds: 'fees',
      fees: 'Consulting and training fees',
      names: [
        '{state} Nonprofit Center',
        '{feature} Capacity Builders',
        '{founder} Board Institute',
      ],
      mission: 'To make the nonprofit organizations of {state} better run.',
      programs: [
        'Bookkeeping, board training and mergers for {120..1100} small nonprofits.',
        'Shared back office and fiscal sponsorship of {10..80} projects.',
      ],
    },
    {
      code: 'S80',
      size: 'small',
      funds: 'dues',
      subsection: '04',
      traits: ['bingo', 'individual-aid'],
      names: ['{city} Service Club', '{feature} Lions and Lambs Club', '{county} Civitan Circle'],
      mission: 'To serve {city} through fellowship and good works.',
      programs: [
        'Eyeglasses, wheelchairs and {pancake breakfasts/chili suppers/fish fries} for {100..900} neighbors.',
        'Flags, parades and a scholarship for {2..14} seniors.',
      ],
    },
  ],
}
