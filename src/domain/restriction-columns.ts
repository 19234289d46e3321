/**
 * Columns of OFAC's tables as Refs show them (OFAC's specification of the SDN file; Publish_Date
 * from that of its XML), and their fields in tables restricted_party, _name, and _address. ADD has
 * city, state, and postal code in one column; Refs show them separately. SAM's rows are stored by
 * column.
 */
export const SDN_COLUMNS = {
  SDN_Name: 'name',
  Program: 'programs',
  Remarks: 'remarks',
  Publish_Date: 'published_on',
} as const
export const ALT_COLUMNS = { alt_type: 'kind', alt_name: 'name' } as const
export const ADD_COLUMNS = {
  Address: 'street',
  City: 'city',
  State_Province: 'state',
  Postal_Code: 'zip',
  Country: 'country',
} as const
