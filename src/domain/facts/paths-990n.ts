import type { FactPaths } from './definitions.ts'

/** The fields of a postcard, named after the IRS's data dictionary of the e-postcard file. */
export const PATHS_990N = {
  finalReturn: [['/IRS990N/OrganizationHasTerminated', 'Organization has terminated']],
  website: [['/IRS990N/WebsiteURL', 'Website URL']],
  doingBusinessAs: [['/IRS990N/DBA1', 'Doing business as name 1']],
  doingBusinessAs2: [['/IRS990N/DBA2', 'Doing business as name 2']],
  doingBusinessAs3: [['/IRS990N/DBA3', 'Doing business as name 3']],
  grossReceiptsNotOverLimit: [
    ['/IRS990N/GrossReceiptsNotGreaterThan', 'Gross receipts not greater than'],
  ],
  principalOfficer: [['/IRS990N/PrincipalOfficersName', "Principal officer's name"]],
  filerName: [['/IRS990N/OrganizationName', 'Organization name']],
  filerStreet: [['/IRS990N/OrgMailingAddressLine1', 'Organization mailing address line 1']],
  filerStreet2: [['/IRS990N/OrgMailingAddressLine2', 'Organization mailing address line 2']],
  filerCity: [['/IRS990N/OrgCity', 'Organization mailing address city']],
  filerState: [['/IRS990N/OrgState', 'Organization mailing address state']],
  filerZip: [['/IRS990N/OrgPostalCode', 'Organization mailing address postal code']],
  filerCountry: [['/IRS990N/OrgCountry', 'Organization mailing address country']],
} as const satisfies FactPaths
