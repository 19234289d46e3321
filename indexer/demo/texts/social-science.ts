import type { Cause } from './kind.ts'

export const SOCIAL_SCIENCE: Cause = {
  letter: 'V',
  label: 'Social Science',
  kinds: [
    {
      code: 'V20',
      size: 'medium',
      funds: 'government',
      fees: 'Research contracts',
      names: [
        'Center for {feature} Studies',
        '{founder} Survey Institute',
        '{city} Center for Town Statistics',
      ],
      mission:
        'To give citizens and officials in {state} plain facts about {schools, wages and housing/health and migration/crime and courts}.',
      programs: [
        'Annual household survey of {3000..22000} residents with open tables for every town.',
        'Reports on {child poverty/teacher pay/eviction/broadband} read by {60..480} local boards.',
        'Data desk answers {400..3600} questions from reporters and librarians.',
      ],
    },
    {
      code: 'V22',
      size: 'medium',
      funds: 'gifts',
      names: [
        '{feature} Policy Institute',
        '{founder} Institute for Economic Research',
        '{state} Budget Center',
      ],
      mission:
        'To study how taxes, trade and wages shape the lives of working families in {state}.',
      programs: [
        'Budget analysis and a tax model used in {20..140} hearings.',
        'Working papers and fellowships for {6..48} economists.',
      ],
    },
    {
      code: 'V33',
      size: 'small',
      funds: 'gifts',
      traits: ['collections'],
      names: [
        '{feature} Institute of Ethnic Studies',
        '{city} Basque Center',
        '{founder} Library of Migration',
      ],
      mission:
        'To research and teach the history of {Basque/Cape Verdean/Hmong/Punjabi/Garifuna} people in {state}.',
      programs: [
        'Archive of letters, tapes and photographs with {900..8000} items.',
        'Language classes and a yearly conference for {100..900} people.',
      ],
    },
    {
      code: 'V36',
      size: 'medium',
      funds: 'government',
      names: [
        '{feature} Center on Aging Research',
        '{founder} Gerontology Institute',
        '{state} Longevity Study',
      ],
      mission: 'To learn how people grow old well, and how towns in {state} can help.',
      programs: [
        'Study of {1200..9800} adults over 80 in {mountain/island/prairie/river} towns, followed for {10..40} years.',
        'Age-friendly audits of {10..90} main streets.',
      ],
    },
    {
      code: 'V26',
      size: 'medium',
      funds: 'gifts',
      names: [
        '{feature} Law and Society Center',
        '{founder} Institute on Courts',
        '{state} Justice Research Council',
      ],
      mission: 'To bring evidence to the courts, jails and statehouses of {state}.',
      programs: [
        'Court watchers recorded {2000..16000} bail hearings.',
        'Trials of {text reminders/night court/drug court} with {4..30} counties.',
      ],
    },
  ],
}
