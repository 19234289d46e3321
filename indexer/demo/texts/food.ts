import type { Cause } from './kind.ts'

export const FOOD: Cause = {
  letter: 'K',
  label: 'Food, Agriculture & Nutrition',
  kinds: [
    {
      code: 'K31',
      size: 'large',
      funds: 'gifts',
      traits: ['food', 'regrants', 'vehicles', 'gala'],
      names: [
        '{city} Regional Food Bank',
        'Food Bank of {county}',
        '{feature} Food Bank',
        'Second Table Food Bank of {state}',
      ],
      mission:
        'To end hunger in {county}, {state} and the counties around it by gathering food that would go to waste and sharing it through a network of pantries.',
      programs: [
        'Food bank distribution: {2100..9400} tons of groceries, among them {700..3100} tons of fresh produce, were moved from our {city} warehouse to {60..310} partner pantries, soup kitchens and shelters across {county} and neighboring {state} counties.',
        'Mobile pantry: refrigerated trucks stop twice a month in {14..48} rural townships without a grocery store, serving {2200..9800} households who choose their own food.',
        'Weekend backpacks: {900..5200} schoolchildren who eat free lunches during the week take home a bag of {shelf-stable meals/easy breakfasts and fruit} each Friday.',
        'Senior boxes: monthly boxes for {600..2900} residents over 60, delivered by volunteers to those who cannot leave home.',
      ],
    },
    {
      code: 'K31',
      size: 'small',
      funds: 'gifts',
      traits: ['food'],
      names: [
        '{feature} Food Pantry',
        '{city} Community Cupboard',
        '{founder} Street Pantry',
        '{feature} Neighbors Food Shelf',
      ],
      mission:
        'To make sure that no household in {city}, {state} goes without food at the end of the month.',
      programs: [
        'Choice pantry open {two/three/four} days a week in {city}, where {180..1400} families a month pick groceries without appointment or proof of income.',
        'Holiday baskets with a turkey and fixings for {120..760} families in {county}.',
        'Garden plots behind the pantry yield {900..4200} pounds of vegetables, grown with clients who teach one another.',
      ],
    },
    {
      code: 'K36',
      size: 'medium',
      funds: 'government',
      traits: ['food'],
      names: ['Meals at the Door of {county}', '{city} Meal Wheels', '{feature} Senior Nutrition'],
      mission:
        'To deliver hot meals and a friendly check to homebound older adults in {county}, {state}.',
      programs: [
        'Home-delivered meals: volunteers brought {38000..190000} hot midday meals to {260..1400} homebound seniors and disabled adults in {county}.',
        'Congregate lunch at {3..11} senior sites, with low-sodium and diabetic menus planned by a dietitian.',
        'Pet food goes along on the routes, so that {40..260} older clients need not share their own plate.',
      ],
    },
    {
      code: 'K25',
      size: 'medium',
      funds: 'gifts',
      traits: ['easements', 'lobbying'],
      names: [
        '{feature} Farmland Trust',
        '{state} Working Lands Alliance',
        '{county} Farmland Conservancy',
      ],
      mission:
        'To keep productive farmland in {county} in farming, and to help beginning farmers onto the land.',
      programs: [
        'Agricultural conservation easements: {2..9} farms and {300..2600} acres of prime soil in {county} were protected for good from development.',
        'Farm link service matching {30..160} beginning and immigrant farmers with retiring landowners, with leases drawn up at no charge.',
        'Soil health field days on cover crops and rotational grazing for {140..700} growers.',
      ],
    },
    {
      code: 'K35',
      size: 'medium',
      funds: 'gifts',
      traits: ['food', 'gala'],
      names: ['{feature} Kitchen', 'The {founder} Table', '{city} Soup Kitchen and Bakery'],
      mission:
        'To feed anyone who is hungry in {city} a fresh meal, seated, with dignity and no questions.',
      programs: [
        'Soup kitchen serving {42000..230000} lunches and suppers to people living outdoors, day laborers and families in {city}.',
        'Culinary training: a {10/12/14}-week course taught {18..90} people leaving prison or shelter to cook, with {70..90} percent placed in restaurant jobs.',
        'Food rescue from {20..140} restaurants and hotels kept {60..480} tons of prepared food out of the landfill.',
      ],
    },
    {
      code: 'K28',
      size: 'medium',
      funds: 'dues',
      subsection: '05',
      traits: ['lobbying'],
      names: ['{county} Farm Bureau', '{state} Growers Federation', '{feature} Grange'],
      mission:
        'To speak for the farm and ranch families of {county}, {state} and improve the conditions of those engaged in agriculture.',
      programs: [
        'Member services and policy development on water rights, rural roads and crop insurance for {400..6200} member families.',
        'Agriculture in the classroom: farm visits and kits for {1200..9000} fourth graders in {county}.',
      ],
    },
  ],
}
