import type { Cause } from './kind.ts'

export const MENTAL_HEALTH: Cause = {
  letter: 'F',
  label: 'Mental Health & Crisis Intervention',
  kinds: [
    {
      code: 'F22',
      size: 'medium',
      funds: 'government',
      fees: 'Treatment fees',
      names: ['{feature} Recovery Center', '{county} Recovery House', '{founder} Treatment Center'],
      mission:
        'To help people of {county}, {state} recover from opioid and alcohol addiction and rebuild their lives.',
      programs: [
        'Residential and outpatient treatment with buprenorphine for {260..2200} people addicted to opioids.',
        'Recovery housing in {3..18} sober homes and peer coaches who have been there themselves.',
        'Naloxone kits handed to {1200..9800} families, deckhands and barkeepers.',
      ],
    },
    {
      code: 'F32',
      size: 'large',
      funds: 'government',
      fees: 'Medicaid and client fees',
      names: [
        '{feature} Behavioral Health',
        '{county} Mental Health Center',
        '{city} Counseling Center',
      ],
      mission:
        'To provide mental health care in {county} to anyone who needs it, promptly and close to home.',
      programs: [
        'Therapy and psychiatry for {3200..16000} children and adults, with same-week appointments.',
        'Mobile crisis teams went out {900..6200} times instead of police.',
        'Supported housing and clubhouse for {80..620} people living with schizophrenia and bipolar disorder.',
      ],
    },
    {
      code: 'F40',
      size: 'medium',
      funds: 'gifts',
      names: ['{feature} Crisis Line', '{state} Suicide Prevention Line', '{city} Lifeline'],
      mission: 'To answer every caller in {state} who is thinking of suicide, by day and by night.',
      programs: [
        'Crisis line and text: {180..460} trained volunteers answered {14000..88000} contacts from {farmers/veterans/teenagers/new mothers} and others in despair.',
        'Loss teams visit families bereaved by suicide within three days, {60..520} families.',
        'Safe storage of guns and medicines discussed at {40..300} rural fairs and feed stores.',
      ],
    },
    {
      code: 'F42',
      size: 'medium',
      funds: 'government',
      names: [
        '{feature} Rape Crisis Center',
        '{county} Sexual Assault Services',
        '{founder} Center for Survivors',
      ],
      mission:
        'To stand by survivors of sexual assault in {county} and prevent violence before it happens.',
      programs: [
        'Hospital and courtroom advocates accompanied {240..1900} survivors.',
        'Trauma therapy without charge for {180..1400} adults and children.',
        'Bystander training with {1500..12000} students, coaches and bartenders.',
      ],
    },
    {
      code: 'F60',
      size: 'small',
      funds: 'gifts',
      names: ['{feature} Grief Center', 'Good Grief {city}', '{feature} Caregivers Circle'],
      mission: 'To make sure that no child or adult of {county} has to grieve alone.',
      programs: [
        'Peer support groups for {120..900} children who have lost a parent or sibling.',
        'Summer camp for {40..220} grieving children with art, ropes and remembrance.',
      ],
    },
    {
      code: 'F53',
      size: 'medium',
      funds: 'fees',
      fees: 'Program fees',
      names: ['{feature} Eating Disorders Network', '{founder} House', 'Balanced {city}'],
      mission:
        'To help people with eating disorders and other compulsions reach care that insurance alone will not give.',
      programs: [
        'Meal support groups and family coaching for {150..1100} households.',
        'Treatment scholarships for {10..80} patients.',
        'Training of {200..1500} school nurses and coaches to see early signs.',
      ],
    },
  ],
}
