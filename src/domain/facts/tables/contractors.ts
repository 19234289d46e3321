import { ADDRESS, address, money, text } from './columns.ts'
import type { TableDefinition } from './table.ts'

/** Form 990, Part VII, Section B: the five highest paid contractors above $100,000. */
export const CONTRACTORS_990: TableDefinition = {
  label: 'Highest paid independent contractors',
  form: '990',
  line: 'Part VII, Section B, line 1',
  rows: [
    { path: '/IRS990/ContractorCompensationGrp' },
    { path: '/IRS990/ContractorCompensation' },
    { path: '/IRS990/Form990PartVIISectionB/ContractorCompensation' },
  ],
  columns: {
    name: text(
      'Name',
      [
        'ContractorName/BusinessName',
        'ContractorName/PersonNm',
        'NameOfContractor/NameBusiness',
        'NameOfContractor/NamePerson',
      ],
      'column (A)',
    ),
    services: text(
      'Description of services',
      ['ServicesDesc', 'DescriptionOfServices'],
      'column (B)',
    ),
    amount: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (C)'),
    ...address(
      {
        us: ['ContractorAddress/USAddress', 'AddressOfContractor/AddressUS'],
        foreign: ['ContractorAddress/ForeignAddress', 'AddressOfContractor/AddressForeign'],
      },
      'column (A)',
    ),
  },
}

/** Form 990-EZ, Part VI, line 51. */
export const CONTRACTORS_990EZ: TableDefinition = {
  label: 'Highest paid independent contractors',
  form: '990EZ',
  line: 'Part VI, line 51',
  rows: [
    { path: '/IRS990EZ/CompensationOfHghstPdCntrctGrp' },
    { path: '/IRS990EZ/CompOfHghstPaidCntrctProfSer' },
  ],
  columns: {
    name: text('Name', ['BusinessName', 'PersonNm', 'NameBusiness', 'NamePerson'], 'column (a)'),
    services: text('Type of service', ['ServiceTypeTxt', 'TypeOfService'], 'column (b)'),
    amount: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (c)'),
    ...address(ADDRESS, 'column (a)'),
  },
}

/** Form 990-PF, Part VII (VIII before 2021), line 3. */
export const CONTRACTORS_990PF: TableDefinition = {
  label: 'Highest paid independent contractors',
  form: '990PF',
  line: 'Part VIII, line 3',
  moved: { since: '2021v4.0', line: 'Part VII, line 3' },
  rows: [
    { path: '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/CompensationOfHghstPdCntrctGrp' },
    { path: '/IRS990PF/OfcrDirTrusteesKeyEmployeeInfo/CompensationOfHghstPaidCntrct' },
  ],
  columns: {
    name: text('Name', ['BusinessName', 'PersonNm', 'PersonName'], 'column (a)'),
    services: text('Type of service', ['ServiceTypeTxt', 'TypeOfService'], 'column (b)'),
    amount: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (c)'),
    ...address(ADDRESS, 'column (a)'),
  },
}
