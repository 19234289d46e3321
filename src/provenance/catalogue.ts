import type { SourceFacts, SourceKey } from './source.ts'

type Entry = Omit<SourceFacts, 'key'> & {
  /** Kinds of file in table load_source; none if the source is not loaded from files. */
  kinds: readonly string[]
}

const IRS = 'Internal Revenue Service'
const EPOSTCARD = 'https://apps.irs.gov/pub/epostcard/'
const TREASURY = 'Office of Foreign Assets Control, U.S. Department of the Treasury'
const OFAC_FILES = ['ofac-party', 'ofac-alias', 'ofac-address', 'ofac-comment', 'ofac-xml']

/** Each source as its publisher describes it. Lags are published, measured, or described as unknown. */
export const CATALOGUE: Readonly<Record<SourceKey, Entry>> = {
  EFile: {
    title: 'Form 990 series e-file returns (XML)',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    gives: 'All figures, names, and text from returns on Forms 990, 990-EZ, 990-PF, and 990-T.',
    lag: 'The IRS publishes returns six to twelve months after a fiscal year ends, or later. Paper returns are not included.',
    kinds: ['efile'],
  },
  EFileIndex: {
    title: 'Index of published e-file returns',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    gives:
      "The IRS's list of published returns. It shows which returns this service has not loaded yet.",
    lag: 'Submission dates are one to two months later than the day of receipt. Some rows list the wrong archive or no archive.',
    kinds: ['index'],
  },
  Postcards: {
    title: 'Form 990-N e-Postcards',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-epostcard.zip`,
    gives: 'Names, addresses, and officers of small organizations that file only a postcard.',
    lag: 'Published monthly. A postcard has no date of receipt.',
    kinds: ['postcard'],
  },
  BusinessMasterFile: {
    title: 'Exempt Organizations Business Master File extract',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/exempt-organizations-business-master-file-extract-eo-bmf',
    gives: 'The registry: name, location, classification, subsection, ruling, and group exemption.',
    lag: 'Published monthly as a complete file.',
    kinds: ['bmf'],
  },
  Publication78: {
    title: 'Publication 78 data',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-pub78.zip`,
    gives:
      'Organizations that can receive tax-deductible contributions, and the limits on deductions.',
    lag: 'Published monthly.',
    kinds: ['pub78'],
  },
  Revocations: {
    title: 'Automatic revocation of exemption list',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-revocation.zip`,
    gives:
      'Organizations that lost their exemption because they did not file, and those that were reinstated.',
    lag: 'Published monthly. A reinstatement often appears in the registry first.',
    kinds: ['revocation'],
  },
  OFAC: {
    title: 'OFAC sanctions lists (SDN and consolidated)',
    publisher: TREASURY,
    url: 'https://sanctionslistservice.ofac.treas.gov/',
    gives: 'Parties under sanctions. Organizations and officers are screened against these lists.',
    lag: 'OFAC updates the lists at irregular times. The data is as recent as the files that were loaded.',
    kinds: OFAC_FILES,
  },
  SAMExclusions: {
    title: 'SAM.gov exclusions list, public extract',
    publisher: 'U.S. General Services Administration',
    url: 'https://sam.gov/data-services',
    gives: 'Parties excluded from federal awards. Organizations are screened against this list.',
    lag: 'Published daily. The data is as recent as the extract that was loaded.',
    kinds: ['sam'],
  },
  Awards: {
    title: 'Federal awards: assistance and contracts',
    publisher: 'USAspending.gov, U.S. Department of the Treasury',
    url: 'https://www.usaspending.gov/download_center/award_data_archive',
    gives: 'Awards from federal agencies to recipients, with the amount, purpose, and agency.',
    lag: 'How long the agencies take to publish the data is unknown. Recipients are identified by UEI, never by EIN.',
    kinds: ['award', 'award-transaction'],
  },
  Subawards: {
    title: 'Federal subawards',
    publisher: 'USAspending.gov, U.S. Department of the Treasury',
    url: 'https://www.usaspending.gov/download_center/custom_award_data',
    gives: 'Amounts that recipients of federal awards report passing on to others.',
    lag: 'The delay depends on when prime recipients report, so it is unknown.',
    kinds: ['subaward'],
  },
  Audits: {
    title: 'Single audits of federal award recipients',
    publisher: 'Federal Audit Clearinghouse, U.S. General Services Administration',
    url: 'https://www.fac.gov/data/',
    gives: 'The EIN for each unique entity identifier (UEI), which links awards to organizations.',
    lag: 'Audits since 2016, added as they are accepted. Only organizations that spend a lot of federal money are audited.',
    kinds: ['audit', 'audit-identifier'],
  },
  Websites: {
    title: "Organizations' own websites",
    publisher: 'Each organization',
    gives:
      'Description, social media accounts, and icon from the home page listed in the latest filing.',
    lag: 'Current as of the day each website was read. Websites are read only at the operator’s request.',
    kinds: [],
  },
}
