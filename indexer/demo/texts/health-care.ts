import type { Cause } from './kind.ts'

export const HEALTH_CARE: Cause = {
  letter: 'E',
  label: 'Health Care',
  kinds: [
    {
      code: 'E22',
      size: 'huge',
      funds: 'fees',
      fees: 'Net patient service revenue',
      traits: ['hospital', 'bonds', 'medicine', 'endowment'],
      names: ['{feature} Medical Center', '{city} Memorial Hospital', '{county} Regional Hospital'],
      mission:
        'To provide hospital care to everyone in {county} and the country around it, whether or not they can pay.',
      programs: [
        'Inpatient and emergency care: {3400..19000} admissions and {16000..82000} emergency visits at the only {trauma/birthing/critical access} hospital within {30..90} miles.',
        'Outpatient surgery, imaging and cancer infusion, {60000..310000} visits.',
        'Rural residency training {6..28} family doctors a year.',
        'Free and discounted care and community health worker visits for uninsured patients.',
      ],
    },
    {
      code: 'E32',
      size: 'large',
      funds: 'government',
      fees: 'Patient fees',
      traits: ['medicine', 'lobbying'],
      names: ['{feature} Community Health', '{city} Neighborhood Clinic', '{county} Health Center'],
      mission:
        'To offer medical, dental and behavioral care to uninsured and underserved people of {county} on a sliding scale.',
      programs: [
        'Primary care for {5200..31000} patients at {3..14} sites, {55..85} percent of them below the poverty line.',
        'Dental clinic and school sealant vans for {1800..12000} children.',
        'Black lung, diabetes and hepatitis C programs with home visits by community health workers.',
        'Farmworker clinic open evenings during harvest, with {Spanish/Mixtec/Haitian Creole} interpreters.',
      ],
    },
    {
      code: 'E92',
      size: 'medium',
      funds: 'fees',
      fees: 'Home care fees',
      names: ['{feature} Visiting Nurses', '{county} Home Health', '{founder} Nursing Service'],
      mission: 'To let people of {county} recover, age and live with illness in their own homes.',
      programs: [
        'Nursing and therapy at home, {9000..64000} visits to {400..3200} patients.',
        'Maternal and newborn visits to {120..900} first-time mothers.',
        'Telehealth monitors for heart failure kept {70..90} percent of patients out of the hospital for 60 days.',
      ],
    },
    {
      code: 'E62',
      size: 'small',
      funds: 'fees',
      fees: 'Ambulance fees',
      traits: ['bingo'],
      names: [
        '{feature} Volunteer Ambulance Corps',
        '{county} Rescue Squad',
        '{city} First Aid Squad',
      ],
      mission:
        'To answer medical emergencies in {city}, {state} with trained volunteers at any hour.',
      programs: [
        'Ambulance service answered {300..2900} calls with a median response of {6..14} minutes.',
        'Emergency medical technician courses and CPR for {80..700} residents.',
      ],
    },
    {
      code: 'E65',
      size: 'large',
      funds: 'fees',
      fees: 'Service fees to hospitals',
      names: ['{feature} Blood Center', '{state} Eye Bank', '{state} Tissue Services'],
      mission: 'To supply the hospitals of {state} with blood, corneas and tissue given freely.',
      programs: [
        'Collected {21000..140000} units of blood at {300..1900} drives in schools, churches and workplaces.',
        'Recovered {200..1700} corneas and trained hospital staff to ask families with care.',
        'Rare donor registry for people with sickle cell disease.',
      ],
    },
    {
      code: 'E42',
      size: 'medium',
      funds: 'government',
      traits: ['lobbying'],
      names: ['{feature} Family Planning', "{city} Women's Clinic", '{county} Reproductive Health'],
      mission:
        'To give people of {county} affordable contraception, cancer screening and honest answers.',
      programs: [
        'Exams, contraception and screening for {2600..19000} patients regardless of income.',
        'Teen council of {20..90} peer educators reached {1500..9000} students.',
      ],
    },
  ],
}
