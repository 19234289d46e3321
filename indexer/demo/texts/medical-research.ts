import type { Cause } from './kind.ts'

export const MEDICAL_RESEARCH: Cause = {
  letter: 'H',
  label: 'Medical Research',
  kinds: [
    {
      code: 'H30',
      size: 'huge',
      funds: 'government',
      traits: ['endowment', 'gala', 'lobbying'],
      names: [
        '{feature} Cancer Research Institute',
        '{founder} Institute for Rare Cancers',
        '{city} Oncology Research Center',
      ],
      mission:
        'To find the causes of cancers too rare to draw industry and to turn what is found into treatment.',
      programs: [
        'Laboratory research in {14..60} groups on {sarcoma/bile duct cancer/childhood brain tumors/mesothelioma}, with {40..260} papers published.',
        'Tissue bank and patient registry open to {90..700} laboratories worldwide.',
        'Early-phase clinical trials enrolled {120..1300} patients from {20..48} states.',
      ],
    },
    {
      code: 'H83',
      size: 'large',
      funds: 'gifts',
      traits: ['regrants', 'gala'],
      names: [
        "{feature} Alzheimer's Research Fund",
        '{founder} Brain Research Foundation',
        'Minds of {feature}',
      ],
      mission:
        "To pay for bold research on Alzheimer's disease and other dementias that public agencies find too early.",
      programs: [
        'Research grants to {12..60} young scientists studying {tau/microglia/sleep/hearing loss}, chosen by peer review.',
        'Open data platform joining {9..40} cohort studies with {8000..90000} participants.',
      ],
    },
    {
      code: 'H20',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala', 'regrants'],
      names: [
        '{founder} Rare Disease Foundation',
        'Cure {feature} Syndrome',
        '{feature} Gene Project',
      ],
      mission:
        'To speed a treatment for a genetic disease that affects fewer than {300..2000} children in the country.',
      programs: [
        'Natural history study following {60..400} children at {4..16} hospitals.',
        'Gene therapy toxicology and manufacturing paid through milestone grants.',
        'Family conference and newborn screening campaign in {10..40} states.',
      ],
    },
    {
      code: 'H45',
      size: 'medium',
      funds: 'government',
      names: [
        '{feature} Lung Institute',
        "{state} Miners' Lung Research Center",
        '{city} Respiratory Research',
      ],
      mission:
        'To study and prevent lung disease from dust, smoke and infection among workers in {state}.',
      programs: [
        'Screening and study of {900..7200} {coal miners/quarry workers/wildland firefighters/grain handlers} exposed to dust and smoke.',
        'Trials of home oxygen and antifibrotic drugs with {80..600} patients.',
      ],
    },
    {
      code: 'H92',
      size: 'large',
      funds: 'government',
      traits: ['endowment'],
      names: [
        '{feature} Institute of Bioengineering',
        '{founder} Biomedical Research Center',
        '{city} Vaccine Institute',
      ],
      mission:
        'To engineer low-cost vaccines, implants and diagnostics and license them for the public good.',
      programs: [
        'Paper-based tests for {malaria/tuberculosis/dengue/sickle cell disease} taken from bench to field trial.',
        'Heat-stable vaccine platform shared with makers in {6..22} countries.',
        'Summer laboratory places for {20..120} students from tribal and historically Black colleges.',
      ],
    },
  ],
}
