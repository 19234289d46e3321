import type { SourceFacts, SourceKey } from './source.ts'

type Entry = Omit<SourceFacts, 'key'> & {
  /** Kinds of file in table load_source; none if it is not loaded from files. */
  kinds: readonly string[]
}

const IRS = 'Internal Revenue Service'
const EPOSTCARD = 'https://apps.irs.gov/pub/epostcard/'
const TREASURY = 'Office of Foreign Assets Control, U.S. Department of the Treasury'
const OFAC_FILES = ['ofac-party', 'ofac-alias', 'ofac-address', 'ofac-comment', 'ofac-xml']

/** Each source as its publisher describes it. Lags are published or measured, or said to be unknown. */
export const CATALOGUE: Readonly<Record<SourceKey, Entry>> = {
  EFile: {
    title: 'Form 990 series e-file returns (XML)',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    gives: 'Every figure, name and text of returns on Forms 990, 990-EZ, 990-PF and 990-T.',
    lag: 'Returns appear some 6 to 12 months after their fiscal year ends (funderkit.com/data-sources); paper returns are not among them.',
    kinds: ['efile'],
  },
  EFileIndex: {
    title: 'Index of published e-file returns',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    gives: 'Which returns the IRS has published, so that missing ones are known.',
    lag: 'Its submission dates trail the day of receipt by one to two months; some rows name the wrong archive or none.',
    kinds: ['index'],
  },
  Postcards: {
    title: 'Form 990-N e-Postcards',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-epostcard.zip`,
    gives: 'Names, addresses and officers of small organizations that file only a postcard.',
    lag: 'Published monthly; a postcard carries no day of receipt.',
    kinds: ['postcard'],
  },
  BusinessMasterFile: {
    title: 'Exempt Organizations Business Master File extract',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/exempt-organizations-business-master-file-extract-eo-bmf',
    gives: 'The registry: name, place, classification, subsection, ruling and group exemption.',
    lag: 'Published monthly, each time whole.',
    kinds: ['bmf'],
  },
  Publication78: {
    title: 'Publication 78 data',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-pub78.zip`,
    gives: 'Who may receive tax-deductible contributions, and within which limits.',
    lag: 'Published monthly.',
    kinds: ['pub78'],
  },
  Revocations: {
    title: 'Automatic revocation of exemption list',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-revocation.zip`,
    gives: 'Who lost the exemption for not filing, and who was reinstated.',
    lag: 'Published monthly; a reinstatement often stands in the registry first.',
    kinds: ['revocation'],
  },
  OFAC: {
    title: 'Specially Designated Nationals and consolidated sanctions lists',
    publisher: TREASURY,
    url: 'https://sanctionslistservice.ofac.treas.gov/',
    gives: 'Parties on sanctions lists, against which organizations and officers are screened.',
    lag: 'Updated by OFAC on days of its own choosing: as new as the files that were loaded.',
    kinds: OFAC_FILES,
  },
  SAMExclusions: {
    title: 'SAM.gov exclusions, public extract',
    publisher: 'U.S. General Services Administration',
    url: 'https://sam.gov/data-services',
    gives: 'Parties excluded from federal awards, against which organizations are screened.',
    lag: 'Published daily: as new as the extract that was loaded.',
    kinds: ['sam'],
  },
  Awards: {
    title: 'Federal awards: assistance and contracts',
    publisher: 'USAspending.gov, U.S. Department of the Treasury',
    url: 'https://www.usaspending.gov/download_center/award_data_archive',
    gives: 'Awards of federal agencies to recipients, with amounts, purpose and agency.',
    lag: 'How far it trails the agencies is not known here; recipients are named by UEI, never by EIN.',
    kinds: ['award', 'award-transaction'],
  },
  Subawards: {
    title: 'Federal subawards',
    publisher: 'USAspending.gov, U.S. Department of the Treasury',
    url: 'https://www.usaspending.gov/download_center/custom_award_data',
    gives: 'What recipients of federal awards report that they passed on.',
    lag: 'As late as prime recipients report it; how late is not known here.',
    kinds: ['subaward'],
  },
  Audits: {
    title: 'Single audits of federal award recipients',
    publisher: 'Federal Audit Clearinghouse, U.S. General Services Administration',
    url: 'https://www.fac.gov/data/',
    gives: 'Which EIN has which unique entity identifier (UEI), by which awards are attached.',
    lag: 'From 2016 on, as audits are accepted; only who spends much federal money is audited.',
    kinds: ['audit', 'audit-identifier'],
  },
  Websites: {
    title: "Organizations' own websites",
    publisher: 'Each organization',
    gives: 'Description, social accounts and icon of the home page that the latest filing names.',
    lag: 'As of the day each was read; websites are read only where the operator asks for it.',
    kinds: [],
  },
}
