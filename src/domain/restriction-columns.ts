/**
 * Columns of the restriction lists that Refs can name, and their fields in table restricted_party:
 * of OFAC's SDN file by its specification (Publish_Date by that of its XML), of the SAM exclusions extract by its header, with
 * underscores for spaces.
 */
export const RESTRICTION_COLUMNS = {
  sdn: { SDN_Name: 'name', Program: 'programs', Remarks: 'remarks', Publish_Date: 'published_on' },
  sam: {
    Name: 'name',
    Exclusion_Program: 'programs',
    Exclusion_Type: 'exclusion_type',
    Additional_Comments: 'remarks',
    Unique_Entity_ID: 'uei',
    Active_Date: 'active_on',
    Termination_Date: 'ends_on',
  },
} as const
