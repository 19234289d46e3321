import type { FactPaths } from './definitions.ts'

/** Schedule G, Part I, which a 990 and a 990-EZ carry alike. */
export const PATHS_SCHEDULE_G = {
  fundraiserAgreements: [
    ['/IRS990ScheduleG/AgrmtProfFundraisingActyInd', 'Schedule G, Part I, line 2a'],
    ['/IRS990ScheduleG/AgreementRefFundraising', 'Schedule G, Part I, line 2a'],
    [
      '/IRS990ScheduleG/Form990ScheduleGPartI/AgreementRefFundraising',
      'Schedule G, Part I, line 2a',
    ],
  ],
  fundraiserReceipts: [
    ['/IRS990ScheduleG/TotalGrossReceiptsAmt', 'Schedule G, Part I, line 2b, total, column (iv)'],
    ['/IRS990ScheduleG/TotalGrossReceipts', 'Schedule G, Part I, line 2b, total, column (iv)'],
    [
      '/IRS990ScheduleG/Form990ScheduleGPartI/TotalGrossReceipts',
      'Schedule G, Part I, line 2b, total, column (iv)',
    ],
  ],
  fundraiserFees: [
    [
      '/IRS990ScheduleG/TotalRetainedByContractorsAmt',
      'Schedule G, Part I, line 2b, total, column (v)',
    ],
    [
      '/IRS990ScheduleG/TotalRetainedByContractors',
      'Schedule G, Part I, line 2b, total, column (v)',
    ],
    [
      '/IRS990ScheduleG/Form990ScheduleGPartI/TotalRetainedByContractors',
      'Schedule G, Part I, line 2b, total, column (v)',
    ],
  ],
  fundraiserNet: [
    [
      '/IRS990ScheduleG/TotalNetToOrganizationAmt',
      'Schedule G, Part I, line 2b, total, column (vi)',
    ],
    ['/IRS990ScheduleG/TotalNetToOrganization', 'Schedule G, Part I, line 2b, total, column (vi)'],
    [
      '/IRS990ScheduleG/Form990ScheduleGPartI/TotalNetToOrganization',
      'Schedule G, Part I, line 2b, total, column (vi)',
    ],
  ],
} as const satisfies FactPaths

/**
 * Totals, counts and policies of the schedules of a Form 990 that stand once in a schedule. Names since
 * 2013, then those before.
 */
export const PATHS_SCHEDULES = {
  foreignOffices: [
    ['/IRS990ScheduleF/TotalOfficeCnt', 'Schedule F, Part I, line 3c, column (b)'],
    ['/IRS990ScheduleF/TotalNumberOfOffices', 'Schedule F, Part I, line 3c, column (b)'],
    [
      '/IRS990ScheduleF/Form990ScheduleFPartI/TotalNumberOfOffices',
      'Schedule F, Part I, line 3c, column (b)',
    ],
  ],
  foreignEmployees: [
    ['/IRS990ScheduleF/TotalEmployeeCnt', 'Schedule F, Part I, line 3c, column (c)'],
    ['/IRS990ScheduleF/TotalNumberOfEmployees', 'Schedule F, Part I, line 3c, column (c)'],
    [
      '/IRS990ScheduleF/Form990ScheduleFPartI/TotalNumberOfEmployees',
      'Schedule F, Part I, line 3c, column (c)',
    ],
  ],
  foreignSpending: [
    ['/IRS990ScheduleF/TotalSpentAmt', 'Schedule F, Part I, line 3c, column (f)'],
    ['/IRS990ScheduleF/TotalAmountSpent', 'Schedule F, Part I, line 3c, column (f)'],
    [
      '/IRS990ScheduleF/Form990ScheduleFPartI/TotalAmountSpent',
      'Schedule F, Part I, line 3c, column (f)',
    ],
  ],
  foreignCharityRecipients: [
    ['/IRS990ScheduleF/Total501c3OrgCnt', 'Schedule F, Part II, line 2'],
    ['/IRS990ScheduleF/TotalNumberOf501c3Orgs', 'Schedule F, Part II, line 2'],
    [
      '/IRS990ScheduleF/Form990ScheduleFPartII/TotalNumberOf501c3Orgs',
      'Schedule F, Part II, line 2',
    ],
  ],
  foreignOtherRecipients: [
    ['/IRS990ScheduleF/TotalOtherOrgCnt', 'Schedule F, Part II, line 3'],
    ['/IRS990ScheduleF/TotalNumberOfOtherOrgs', 'Schedule F, Part II, line 3'],
    [
      '/IRS990ScheduleF/Form990ScheduleFPartII/TotalNumberOfOtherOrgs',
      'Schedule F, Part II, line 3',
    ],
  ],
  foreignGrantRecords: [
    ['/IRS990ScheduleF/GrantRecordsMaintainedInd', 'Schedule F, Part I, line 1'],
    ['/IRS990ScheduleF/GrantRecordsMaintained', 'Schedule F, Part I, line 1'],
  ],
  ...PATHS_SCHEDULE_G,
  grantRecords: [
    ['/IRS990ScheduleI/GrantRecordsMaintainedInd', 'Schedule I, Part I, line 1'],
    ['/IRS990ScheduleI/RecordsMaintained', 'Schedule I, Part I, line 1'],
    ['/IRS990ScheduleI/Form990ScheduleIPartI/RecordsMaintained', 'Schedule I, Part I, line 1'],
  ],
  charityRecipients: [
    ['/IRS990ScheduleI/Total501c3OrgCnt', 'Schedule I, Part II, line 2'],
    ['/IRS990ScheduleI/TotalNbrOf501C3AndGovtGrants', 'Schedule I, Part II, line 2'],
    [
      '/IRS990ScheduleI/Form990ScheduleIPartII/TotalNbrOf501C3AndGovtGrants',
      'Schedule I, Part II, line 2',
    ],
  ],
  otherRecipients: [
    ['/IRS990ScheduleI/TotalOtherOrgCnt', 'Schedule I, Part II, line 3'],
    ['/IRS990ScheduleI/TotalNbrOfOtherOrganizations', 'Schedule I, Part II, line 3'],
    [
      '/IRS990ScheduleI/Form990ScheduleIPartII/TotalNbrOfOtherOrganizations',
      'Schedule I, Part II, line 3',
    ],
  ],
  firstClassTravel: [
    ['/IRS990ScheduleJ/FirstClassOrCharterTravelInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/FirstClassOrCharterTravel', 'Schedule J, Part I, line 1a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/FirstClassOrCharterTravel',
      'Schedule J, Part I, line 1a',
    ],
  ],
  companionTravel: [
    ['/IRS990ScheduleJ/TravelForCompanionsInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/TravelForCompanions', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/TravelForCompanions', 'Schedule J, Part I, line 1a'],
  ],
  taxGrossUps: [
    ['/IRS990ScheduleJ/IdemnificationGrossUpPmtsInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/IdemnificationGrossUpPayments', 'Schedule J, Part I, line 1a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/IdemnificationGrossUpPayments',
      'Schedule J, Part I, line 1a',
    ],
  ],
  discretionarySpending: [
    ['/IRS990ScheduleJ/DiscretionarySpendingAcctInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/DiscretionarySpendingAccount', 'Schedule J, Part I, line 1a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/DiscretionarySpendingAccount',
      'Schedule J, Part I, line 1a',
    ],
  ],
  housingAllowance: [
    ['/IRS990ScheduleJ/HousingAllowanceOrResidenceInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/HousingAllowanceOrResidence', 'Schedule J, Part I, line 1a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/HousingAllowanceOrResidence',
      'Schedule J, Part I, line 1a',
    ],
  ],
  residencePayments: [
    ['/IRS990ScheduleJ/PaymentsForUseOfResidenceInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/PaymentsForUseOfResidence', 'Schedule J, Part I, line 1a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/PaymentsForUseOfResidence',
      'Schedule J, Part I, line 1a',
    ],
  ],
  clubDues: [
    ['/IRS990ScheduleJ/ClubDuesOrFeesInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/ClubDuesOrFees', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/ClubDuesOrFees', 'Schedule J, Part I, line 1a'],
  ],
  personalServices: [
    ['/IRS990ScheduleJ/PersonalServicesInd', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/PersonalServices', 'Schedule J, Part I, line 1a'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/PersonalServices', 'Schedule J, Part I, line 1a'],
  ],
  expensePolicy: [
    ['/IRS990ScheduleJ/WrittenPolicyRefTAndEExpnssInd', 'Schedule J, Part I, line 1b'],
    ['/IRS990ScheduleJ/WrittenPolicyReTAndEExpenses', 'Schedule J, Part I, line 1b'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/WrittenPolicyReTAndEExpenses',
      'Schedule J, Part I, line 1b',
    ],
  ],
  expensesSubstantiated: [
    ['/IRS990ScheduleJ/SubstantiationRequiredInd', 'Schedule J, Part I, line 2'],
    ['/IRS990ScheduleJ/SubstantiationRequired', 'Schedule J, Part I, line 2'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/SubstantiationRequired', 'Schedule J, Part I, line 2'],
  ],
  compensationCommittee: [
    ['/IRS990ScheduleJ/CompensationCommitteeInd', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/CompensationCommittee', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/CompensationCommittee', 'Schedule J, Part I, line 3'],
  ],
  compensationConsultant: [
    ['/IRS990ScheduleJ/IndependentConsultantInd', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/IndependentConsultant', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/IndependentConsultant', 'Schedule J, Part I, line 3'],
  ],
  comparedReturns: [
    ['/IRS990ScheduleJ/Form990OfOtherOrganizationsInd', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/Form990OfOtherOrganizations', 'Schedule J, Part I, line 3'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/Form990OfOtherOrganizations',
      'Schedule J, Part I, line 3',
    ],
  ],
  employmentContract: [
    ['/IRS990ScheduleJ/WrittenEmploymentContractInd', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/WrittenEmploymentContract', 'Schedule J, Part I, line 3'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/WrittenEmploymentContract',
      'Schedule J, Part I, line 3',
    ],
  ],
  compensationSurvey: [
    ['/IRS990ScheduleJ/CompensationSurveyInd', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/CompensationSurvey', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/CompensationSurvey', 'Schedule J, Part I, line 3'],
  ],
  boardApproval: [
    ['/IRS990ScheduleJ/BoardOrCommitteeApprovalInd', 'Schedule J, Part I, line 3'],
    ['/IRS990ScheduleJ/BoardOrCommitteeApproval', 'Schedule J, Part I, line 3'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/BoardOrCommitteeApproval',
      'Schedule J, Part I, line 3',
    ],
  ],
  severancePayment: [
    ['/IRS990ScheduleJ/SeverancePaymentInd', 'Schedule J, Part I, line 4a'],
    ['/IRS990ScheduleJ/SeverancePayment', 'Schedule J, Part I, line 4a'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/SeverancePayment', 'Schedule J, Part I, line 4a'],
  ],
  supplementalRetirement: [
    ['/IRS990ScheduleJ/SupplementalNonqualRtrPlanInd', 'Schedule J, Part I, line 4b'],
    ['/IRS990ScheduleJ/SupplementalNonqualRetirePlan', 'Schedule J, Part I, line 4b'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/SupplementalNonqualRetirePlan',
      'Schedule J, Part I, line 4b',
    ],
  ],
  equityCompensation: [
    ['/IRS990ScheduleJ/EquityBasedCompArrngmInd', 'Schedule J, Part I, line 4c'],
    ['/IRS990ScheduleJ/EquityBasedCompArrangement', 'Schedule J, Part I, line 4c'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/EquityBasedCompArrangement',
      'Schedule J, Part I, line 4c',
    ],
  ],
  payFromRevenue: [
    ['/IRS990ScheduleJ/CompBasedOnRevenueOfFlngOrgInd', 'Schedule J, Part I, line 5a'],
    ['/IRS990ScheduleJ/CompBasedOnRevenueOfFilingOrg', 'Schedule J, Part I, line 5a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/CompBasedOnRevenueOfFilingOrg',
      'Schedule J, Part I, line 5a',
    ],
  ],
  payFromRelatedRevenue: [
    ['/IRS990ScheduleJ/CompBsdOnRevRelatedOrgsInd', 'Schedule J, Part I, line 5b'],
    ['/IRS990ScheduleJ/CompBasedOnRevenueRelatedOrgs', 'Schedule J, Part I, line 5b'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/CompBasedOnRevenueRelatedOrgs',
      'Schedule J, Part I, line 5b',
    ],
  ],
  payFromEarnings: [
    ['/IRS990ScheduleJ/CompBsdNetEarnsFlngOrgInd', 'Schedule J, Part I, line 6a'],
    ['/IRS990ScheduleJ/CompBasedNetEarningsFilingOrg', 'Schedule J, Part I, line 6a'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/CompBasedNetEarningsFilingOrg',
      'Schedule J, Part I, line 6a',
    ],
  ],
  payFromRelatedEarnings: [
    ['/IRS990ScheduleJ/CompBsdNetEarnsRltdOrgsInd', 'Schedule J, Part I, line 6b'],
    ['/IRS990ScheduleJ/CompBasedNetEarningsRelateOrgs', 'Schedule J, Part I, line 6b'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/CompBasedNetEarningsRelateOrgs',
      'Schedule J, Part I, line 6b',
    ],
  ],
  nonfixedPayments: [
    ['/IRS990ScheduleJ/AnyNonFixedPaymentsInd', 'Schedule J, Part I, line 7'],
    ['/IRS990ScheduleJ/AnyNonFixedPayments', 'Schedule J, Part I, line 7'],
    ['/IRS990ScheduleJ/Form990ScheduleJPartI/AnyNonFixedPayments', 'Schedule J, Part I, line 7'],
  ],
  initialContract: [
    ['/IRS990ScheduleJ/InitialContractExceptionInd', 'Schedule J, Part I, line 8'],
    ['/IRS990ScheduleJ/InitialContractException', 'Schedule J, Part I, line 8'],
    [
      '/IRS990ScheduleJ/Form990ScheduleJPartI/InitialContractException',
      'Schedule J, Part I, line 8',
    ],
  ],
  rebuttablePresumption: [
    ['/IRS990ScheduleJ/RebuttablePresumptionProcInd', 'Schedule J, Part I, line 9'],
    ['/IRS990ScheduleJ/RebuttablePresumptionProcedure', 'Schedule J, Part I, line 9'],
  ],
  donatedPropertyReceipts: [
    ['/IRS990ScheduleM/Form8283ReceivedCnt', 'Schedule M, Part I, line 29'],
    ['/IRS990ScheduleM/NumberOf8283Received', 'Schedule M, Part I, line 29'],
    ['/IRS990ScheduleM/Form990ScheduleMPartI/NumberOf8283Received', 'Schedule M, Part I, line 29'],
  ],
  propertyToBeHeld: [
    ['/IRS990ScheduleM/AnyPropertyThatMustBeHeldInd', 'Schedule M, Part I, line 30a'],
    ['/IRS990ScheduleM/AnyPropertyThatMustBeHeld', 'Schedule M, Part I, line 30a'],
    [
      '/IRS990ScheduleM/Form990ScheduleMPartI/AnyPropertyThatMustBeHeld',
      'Schedule M, Part I, line 30a',
    ],
  ],
  giftAcceptancePolicy: [
    ['/IRS990ScheduleM/ReviewProcessUnusualNCGiftsInd', 'Schedule M, Part I, line 31'],
    ['/IRS990ScheduleM/ReviewProcessUnusualNCGifts', 'Schedule M, Part I, line 31'],
    [
      '/IRS990ScheduleM/Form990ScheduleMPartI/ReviewProcessUnusualNCGifts',
      'Schedule M, Part I, line 31',
    ],
  ],
  thirdPartiesForGifts: [
    ['/IRS990ScheduleM/ThirdPartiesUsedInd', 'Schedule M, Part I, line 32a'],
    ['/IRS990ScheduleM/ThirdPartiesUsed', 'Schedule M, Part I, line 32a'],
    ['/IRS990ScheduleM/Form990ScheduleMPartI/ThirdPartiesUsed', 'Schedule M, Part I, line 32a'],
  ],
} as const satisfies FactPaths
