import type { Cause } from './kind.ts'

export const EDUCATION: Cause = {
  letter: 'B',
  label: 'Education',
  kinds: [
    {
      code: 'B20',
      size: 'large',
      funds: 'fees',
      fees: 'Tuition',
      traits: ['school', 'endowment', 'gala', 'individual-aid'],
      names: ['{feature} Academy', '{founder} School', '{city} Friends Day School'],
      mission:
        'To educate children of {city} from kindergarten through twelfth grade to think hard, make things and look after one another.',
      programs: [
        'Instruction for {240..980} pupils in small classes, with studio, workshop and outdoor weeks in every grade.',
        'Need-based tuition aid for {60..340} families, more than a third of the school.',
        'Summer bridge for {80..400} public school pupils of {county} in mathematics and writing.',
      ],
    },
    {
      code: 'B42',
      size: 'huge',
      funds: 'fees',
      fees: 'Tuition and fees',
      traits: ['school', 'bonds', 'endowment', 'individual-aid', 'advertising'],
      names: ['{feature} College', '{founder} College', '{city} Wesleyan College'],
      mission:
        'To offer a liberal arts education in {city}, {state} in which students work closely with faculty and with the towns around them.',
      programs: [
        'Undergraduate instruction in {28..52} majors for {900..3400} students, {40..70} percent of them the first of their family at college.',
        'Scholarships and grants in aid to {700..2600} students.',
        'Residence halls, dining and student health.',
        'Faculty and student research on {forests/rivers/small towns/migration/rural health} with public sponsors.',
      ],
    },
    {
      code: 'B82',
      size: 'medium',
      funds: 'gifts',
      traits: ['individual-aid'],
      names: [
        '{county} Scholarship Fund',
        '{feature} Dollars for College',
        '{founder} Opportunity Scholars',
      ],
      mission:
        'To make sure that no young person from {county}, {state} gives up college or trade school for want of money.',
      programs: [
        'Scholarships of up to {2000..6000} dollars for {70..640} graduates, renewable, including welding, nursing and apprenticeship programs.',
        'Coaches help {200..1500} students with aid forms and stay with them through the second year.',
      ],
    },
    {
      code: 'B70',
      size: 'small',
      funds: 'gifts',
      traits: ['bingo'],
      names: [
        'Friends of the {city} Library',
        '{feature} Library Association',
        '{county} Bookmobile Society',
      ],
      mission: 'To support and extend library service in {county}, {state}.',
      programs: [
        'Bookmobile visits to {12..48} crossroads, nursing homes and migrant camps with {3000..14000} loans.',
        'Story hours and a thousand books before kindergarten for {150..1200} preschoolers.',
        'Used book sales that pay for {hotspots/large print/seed packets} to lend.',
      ],
    },
    {
      code: 'B92',
      size: 'medium',
      funds: 'government',
      names: ['{feature} Literacy Council', '{city} Reads', '{county} Adult Learning Center'],
      mission:
        'To teach adults in {county} to read, write and speak English well enough to reach their own goals.',
      programs: [
        'One-to-one reading tutoring of {160..900} adults by trained volunteers at libraries and in the county jail.',
        'English and citizenship classes for {220..1700} immigrants from {18..60} countries, with child care.',
        'High school equivalency preparation; {40..330} learners passed.',
      ],
    },
    {
      code: 'B29',
      size: 'large',
      funds: 'government',
      traits: ['school', 'food'],
      names: ['{feature} Charter School', '{city} Expeditionary School', '{founder} STEM Charter'],
      mission:
        'To run a free public charter school in {city} where children learn through projects in their own neighborhood.',
      programs: [
        'Elementary and middle school for {300..920} pupils, {60..95} percent from low-income households.',
        'Breakfast, lunch and an after-school supper for every child.',
        'Teacher residency preparing {6..24} new teachers of {mathematics/special education/bilingual classes} a year.',
      ],
    },
    {
      code: 'B21',
      size: 'medium',
      funds: 'government',
      traits: ['school', 'food'],
      names: [
        '{feature} Early Learning Center',
        '{county} Head Start',
        'Little {feature} Preschool',
      ],
      mission: 'To give young children of working families in {county} a strong start.',
      programs: [
        'Preschool and infant care for {80..720} children, open from six in the morning for parents on shift work.',
        'Home visits with {50..380} expectant and new parents.',
        'Speech and developmental screening of {200..1400} children in {county}.',
      ],
    },
  ],
}
