import type { Cause } from './kind.ts'

export const HUMAN_SERVICES: Cause = {
  letter: 'P',
  label: 'Human Services',
  kinds: [
    {
      code: 'P74',
      size: 'medium',
      funds: 'fees',
      fees: 'Hospice care',
      traits: ['gala', 'shop'],
      names: ['{feature} Hospice', '{county} Hospice Volunteers', '{founder} House Hospice'],
      mission:
        'To care for dying people of rural {county} in their own homes and to comfort those they leave behind.',
      programs: [
        'Rural hospice care: nurses, chaplains and {80..520} trained hospice volunteers sat with {160..1300} patients across {1800..9400} square miles of {farms/ranches/small towns}.',
        'Bereavement calls, letters and support groups for {300..2300} family members.',
        'Respite volunteers give farm and ranch caregivers a day off each week.',
      ],
    },
    {
      code: 'P81',
      size: 'small',
      funds: 'government',
      traits: ['food'],
      names: ['{city} Senior Center', '{feature} Golden Age Club', '{county} Council on Aging'],
      mission: 'To keep older people of {city} active, fed and among friends.',
      programs: [
        'Daily lunch, exercise and {woodworking/quilting/dominoes/ukulele} for {150..1400} members.',
        'Rides to doctors, tax help and snow shoveling by teenagers.',
      ],
    },
    {
      code: 'P40',
      size: 'medium',
      funds: 'government',
      traits: ['clothing', 'individual-aid'],
      names: ['{feature} Family Center', '{city} Family Resource Center', '{founder} Family Place'],
      mission:
        'To strengthen families in {county} through the hard years with parenting help, child care and someone to call.',
      programs: [
        'Parenting classes and home visits for {220..1900} families with young children.',
        'Diaper bank and clothing closet: {300000..2600000} diapers given through {20..110} partners.',
        'Grandparents raising grandchildren: legal help and respite for {60..480} households.',
      ],
    },
    {
      code: 'P32',
      size: 'large',
      funds: 'government',
      names: [
        '{feature} Family Services',
        "{state} Children's Home",
        '{founder} Foster Care Agency',
      ],
      mission: 'To find safe, lasting families for children in foster care across {state}.',
      programs: [
        'Foster care and adoption for {240..2100} children, keeping {60..85} percent of siblings together.',
        'Transitional apartments and coaches for {40..380} young people leaving care.',
        'Intensive in-home counseling kept {300..2400} children out of care.',
      ],
    },
    {
      code: 'P82',
      size: 'large',
      funds: 'government',
      fees: 'Medicaid waiver services',
      traits: ['vehicles'],
      names: ['{feature} Supported Living', '{county} Developmental Services', '{founder} Homes'],
      mission:
        'To support adults with developmental disabilities of {county} in homes, jobs and friendships they choose.',
      programs: [
        'Group homes and supported apartments for {60..720} adults.',
        'Day program in art, gardening and volunteering for {80..640} people.',
        'Wheelchair vans give {12000..88000} rides a year.',
      ],
    },
    {
      code: 'P84',
      size: 'medium',
      funds: 'government',
      traits: ['clothing', 'individual-aid'],
      names: ['{feature} Refugee Services', '{city} Welcome Center', '{founder} Immigrant Center'],
      mission:
        'To welcome refugees and immigrants to {city} and help them stand on their own feet.',
      programs: [
        'Resettlement of {120..1300} refugees: airport welcome, furnished homes, schools and first jobs.',
        'English, driving and citizenship classes for {300..2600} newcomers.',
        "Women's sewing and catering cooperatives with {20..160} members.",
      ],
    },
    {
      code: 'P62',
      size: 'medium',
      funds: 'government',
      names: [
        '{feature} Victim Assistance',
        '{county} Anti-Trafficking Network',
        '{founder} Center for Crime Victims',
      ],
      mission:
        'To help victims of crime and human trafficking in {county} find safety and justice.',
      programs: [
        'Case managers helped {140..1100} people out of forced labor in {farms/hotels/massage parlors/fishing boats}.',
        'Court escorts, lock changes and burial costs for {400..3200} crime victims.',
      ],
    },
    {
      code: 'P29',
      size: 'medium',
      funds: 'fees',
      fees: 'Thrift store sales',
      traits: ['clothing', 'shop'],
      names: ['{feature} Thrift', '{city} Second Chance Store', '{county} Share Shop'],
      mission:
        'To clothe and furnish homes in {county} and put the proceeds to work for neighbors in need.',
      programs: [
        'Thrift shop gave vouchers for clothes and beds to {600..5200} people.',
        'Furniture for {150..1300} families moving out of shelter.',
      ],
    },
  ],
}
