import type { TableDefinition } from './table.ts'

/** Form 990, Part VII, Section A: who governs and leads, and what they were paid. */
export const OFFICERS_990: TableDefinition = {
  label: 'Officers, directors, trustees, key employees and highest compensated employees',
  form: '990',
  line: 'Part VII, Section A, line 1a',
  rows: [
    { path: '/IRS990/Form990PartVIISectionAGrp' },
    { path: '/IRS990/Form990PartVIISectionA' },
    { path: '/IRS990/Form990PartVII/Form990PartVIISectionA' },
  ],
  columns: {
    name: {
      kind: 'text',
      label: 'Name',
      paths: ['PersonNm', 'NamePerson', 'BusinessName', 'NameBusiness'],
    },
    title: { kind: 'text', label: 'Title', paths: ['TitleTxt', 'Title'] },
    averageHours: {
      kind: 'count',
      label: 'Average hours a week',
      paths: ['AverageHoursPerWeekRt', 'AverageHoursPerWeek'],
      line: 'column (B)',
    },
    reportableCompensation: {
      kind: 'money',
      label: 'Reportable compensation from the organization',
      paths: ['ReportableCompFromOrgAmt', 'ReportableCompFromOrganization'],
      line: 'column (D)',
    },
  },
}
