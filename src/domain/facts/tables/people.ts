import { ADDRESS, address, hours, money, text, tick } from './columns.ts'
import type { TableDefinition } from './table.ts'

/** Form 990, Part VII, Section A: who governs and leads, and what they were paid. */
export const OFFICERS_990: TableDefinition = {
  label: 'Officers, directors, trustees, key employees and highest compensated employees',
  form: '990',
  line: 'Part VII, Section A, line 1a',
  rows: [{ path: '/IRS990/Form990PartVIISectionAGrp' }, { path: '/IRS990/Form990PartVIISectionA' }],
  columns: {
    name: text(
      'Name',
      [
        'PersonNm',
        'BusinessName',
        'NamePerson',
        'NameBusiness',
        'Name/NamePerson',
        'Name/NameBusiness',
      ],
      'column (A)',
    ),
    title: text('Title', ['TitleTxt', 'Title'], 'column (A)'),
    averageHours: hours(
      'Average hours a week',
      ['AverageHoursPerWeekRt', 'AverageHoursPerWeek'],
      'column (B)',
    ),
    averageHoursRelated: hours(
      'Average hours a week for related organizations',
      ['AverageHoursPerWeekRltdOrgRt', 'AverageHoursPerWeekRelated'],
      'column (B)',
    ),
    trustee: tick(
      'Individual trustee or director',
      ['IndividualTrusteeOrDirectorInd', 'IndividualTrusteeOrDirector'],
      'column (C)',
    ),
    institutionalTrustee: tick(
      'Institutional trustee',
      ['InstitutionalTrusteeInd', 'InstitutionalTrustee'],
      'column (C)',
    ),
    officer: tick('Officer', ['OfficerInd', 'Officer'], 'column (C)'),
    keyEmployee: tick('Key employee', ['KeyEmployeeInd', 'KeyEmployee'], 'column (C)'),
    highestCompensated: tick(
      'Highest compensated employee',
      ['HighestCompensatedEmployeeInd', 'HighestCompensatedEmployee'],
      'column (C)',
    ),
    former: tick(
      'Former officer, director or trustee',
      ['FormerOfcrDirectorTrusteeInd', 'Former'],
      'column (C)',
    ),
    reportableCompensation: money(
      'Reportable compensation from the organization',
      ['ReportableCompFromOrgAmt', 'ReportableCompFromOrganization'],
      'column (D)',
    ),
    relatedCompensation: money(
      'Reportable compensation from related organizations',
      ['ReportableCompFromRltdOrgAmt', 'ReportableCompFromRelatedOrgs'],
      'column (E)',
    ),
    otherCompensation: money(
      'Other compensation',
      ['OtherCompensationAmt', 'OtherCompensation'],
      'column (F)',
    ),
  },
}

/** Form 990-EZ, Part IV. */
export const OFFICERS_990EZ: TableDefinition = {
  label: 'Officers, directors, trustees and key employees',
  form: '990EZ',
  line: 'Part IV',
  rows: [
    { path: '/IRS990EZ/OfficerDirectorTrusteeEmplGrp' },
    { path: '/IRS990EZ/OfficerDirectorTrusteeKeyEmpl' },
  ],
  columns: {
    name: text('Name', ['PersonNm', 'BusinessName', 'PersonName', 'Name'], 'column (a)'),
    title: text('Title', ['TitleTxt', 'Title'], 'column (a)'),
    averageHours: hours(
      'Average hours a week',
      ['AverageHrsPerWkDevotedToPosRt', 'AvgHoursPerWkDevotedToPosition'],
      'column (b)',
    ),
    compensation: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (c)'),
    benefits: money(
      'Health benefits and contributions to benefit plans',
      ['EmployeeBenefitProgramAmt', 'ContriToEmplBenefitPlansEtc'],
      'column (d)',
    ),
    expenseAccount: money(
      'Expense account and other compensation',
      ['ExpenseAccountOtherAllwncAmt', 'ExpenseAccountOtherAllowances'],
      'column (e)',
    ),
    ...address(ADDRESS, 'column (a)'),
  },
}

/** Form 990-PF, Part VII (VIII before 2021), line 1. */
export const OFFICERS_990PF: TableDefinition = {
  label: 'Officers, directors, trustees and foundation managers',
  form: '990PF',
  line: 'Part VIII, line 1',
  moved: { since: '2021v4.0', line: 'Part VII, line 1' },
  rows: [
    { path: '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp' },
    { path: '/IRS990PF/OfcrDirTrusteesKeyEmployeeInfo/OfcrDirTrusteesOrKeyEmployee' },
  ],
  columns: {
    name: text('Name', ['PersonNm', 'BusinessName', 'PersonName'], 'column (a)'),
    title: text('Title', ['TitleTxt', 'Title'], 'column (b)'),
    averageHours: hours(
      'Average hours a week',
      ['AverageHrsPerWkDevotedToPosRt', 'AvgHoursPerWkDevotedToPosition'],
      'column (b)',
    ),
    compensation: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (c)'),
    benefits: money(
      'Contributions to benefit plans and deferred compensation',
      ['EmployeeBenefitProgramAmt', 'ContriToEmplBenefitPlansEtc'],
      'column (d)',
    ),
    expenseAccount: money(
      'Expense account and other allowances',
      ['ExpenseAccountOtherAllwncAmt', 'ExpenseAccountOtherAllowances'],
      'column (e)',
    ),
    ...address(ADDRESS, 'column (a)'),
  },
}

/** Schedule J, Part II: the parts of each person's pay, from the filer and from related ones. */
export const SCHEDULE_J: TableDefinition = {
  label: 'Compensation of officers, directors, key employees and highest compensated employees',
  form: '990',
  line: 'Schedule J, Part II',
  rows: [
    { path: '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp' },
    { path: '/IRS990ScheduleJ/Form990ScheduleJPartII' },
  ],
  columns: {
    name: text(
      'Name',
      ['PersonNm', 'BusinessName', 'NamePerson', 'NameBusiness', 'Name/NamePerson'],
      'column (A)',
    ),
    title: text('Title', ['TitleTxt', 'Title'], 'column (A)'),
    baseCompensation: money(
      'Base compensation from the organization',
      ['BaseCompensationFilingOrgAmt', 'BaseCompensationFilingOrg'],
      'column (B)(i), row (i)',
    ),
    baseCompensationRelated: money(
      'Base compensation from related organizations',
      ['CompensationBasedOnRltdOrgsAmt', 'CompBasedOnRelatedOrgs'],
      'column (B)(i), row (ii)',
    ),
    bonus: money(
      'Bonus and incentive compensation from the organization',
      ['BonusFilingOrganizationAmount', 'BonusFilingOrg'],
      'column (B)(ii), row (i)',
    ),
    bonusRelated: money(
      'Bonus and incentive compensation from related organizations',
      ['BonusRelatedOrganizationsAmt', 'BonusRelatedOrgs'],
      'column (B)(ii), row (ii)',
    ),
    otherReportable: money(
      'Other reportable compensation from the organization',
      ['OtherCompensationFilingOrgAmt', 'OtherCompensationFilingOrg'],
      'column (B)(iii), row (i)',
    ),
    otherReportableRelated: money(
      'Other reportable compensation from related organizations',
      ['OtherCompensationRltdOrgsAmt', 'OtherCompensationRelatedOrgs'],
      'column (B)(iii), row (ii)',
    ),
    deferredCompensation: money(
      'Retirement and other deferred compensation from the organization',
      ['DeferredCompensationFlngOrgAmt', 'DeferredCompFilingOrg'],
      'column (C), row (i)',
    ),
    deferredCompensationRelated: money(
      'Retirement and other deferred compensation from related organizations',
      ['DeferredCompRltdOrgsAmt', 'DeferredCompRelatedOrgs'],
      'column (C), row (ii)',
    ),
    nontaxableBenefits: money(
      'Nontaxable benefits from the organization',
      ['NontaxableBenefitsFilingOrgAmt', 'NontaxableBenefitsFilingOrg'],
      'column (D), row (i)',
    ),
    nontaxableBenefitsRelated: money(
      'Nontaxable benefits from related organizations',
      ['NontaxableBenefitsRltdOrgsAmt', 'NontaxableBenefitsRelatedOrgs'],
      'column (D), row (ii)',
    ),
    totalCompensation: money(
      'Total compensation from the organization',
      ['TotalCompensationFilingOrgAmt', 'TotalCompensationFilingOrg'],
      'column (E), row (i)',
    ),
    totalCompensationRelated: money(
      'Total compensation from related organizations',
      ['TotalCompensationRltdOrgsAmt', 'TotalCompensationRelatedOrgs'],
      'column (E), row (ii)',
    ),
    priorDeferred: money(
      'Reported as deferred on an earlier return, from the organization',
      ['CompReportPrior990FilingOrgAmt', 'CompReportPrior990FilingOrg'],
      'column (F), row (i)',
    ),
    priorDeferredRelated: money(
      'Reported as deferred on an earlier return, from related organizations',
      ['CompReportPrior990RltdOrgsAmt', 'CompReportPrior990RelatedOrgs'],
      'column (F), row (ii)',
    ),
  },
}

/** Form 990-EZ, Part VI, line 50: employees paid over $100,000. */
export const HIGHEST_PAID_990EZ: TableDefinition = {
  label: 'Highest paid employees',
  form: '990EZ',
  line: 'Part VI, line 50',
  rows: [
    { path: '/IRS990EZ/CompensationHighestPaidEmplGrp' },
    { path: '/IRS990EZ/CompensationOfHighestPaidEmpl' },
  ],
  columns: {
    name: text('Name', ['PersonNm', 'Name'], 'column (a)'),
    title: text('Title', ['TitleTxt', 'Title'], 'column (a)'),
    averageHours: hours(
      'Average hours a week',
      ['AverageHoursPerWeekRt', 'AverageHoursPerWeek'],
      'column (b)',
    ),
    compensation: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (c)'),
    benefits: money(
      'Health benefits and contributions to benefit plans',
      ['EmployeeBenefitsAmt', 'EmployeeBenefits'],
      'column (d)',
    ),
    expenseAccount: money(
      'Expense account and other compensation',
      ['ExpenseAccountAmt', 'ExpenseAccount'],
      'column (e)',
    ),
    ...address(ADDRESS, 'column (a)'),
  },
}

/** Form 990-PF, Part VII (VIII before 2021), line 2: employees paid over $50,000. */
export const HIGHEST_PAID_990PF: TableDefinition = {
  label: 'Highest paid employees',
  form: '990PF',
  line: 'Part VIII, line 2',
  moved: { since: '2021v4.0', line: 'Part VII, line 2' },
  rows: [
    { path: '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/CompensationHighestPaidEmplGrp' },
    { path: '/IRS990PF/OfcrDirTrusteesKeyEmployeeInfo/CompensationOfHighestPaidEmpl' },
  ],
  columns: {
    name: text('Name', ['PersonNm', 'Name'], 'column (a)'),
    title: text('Title', ['TitleTxt', 'Title'], 'column (b)'),
    averageHours: hours(
      'Average hours a week',
      ['AverageHrsPerWkDevotedToPosRt', 'AverageHoursPerWeek'],
      'column (b)',
    ),
    compensation: money('Compensation', ['CompensationAmt', 'Compensation'], 'column (c)'),
    benefits: money(
      'Contributions to benefit plans and deferred compensation',
      ['EmployeeBenefitsAmt', 'EmployeeBenefits'],
      'column (d)',
    ),
    expenseAccount: money(
      'Expense account and other allowances',
      ['ExpenseAccountAmt', 'ExpenseAccount'],
      'column (e)',
    ),
    ...address(ADDRESS, 'column (a)'),
  },
}
