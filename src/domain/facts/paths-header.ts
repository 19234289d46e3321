import type { FactPaths } from './definitions.ts'

/**
 * Leaves of the header that say which return it is: in the row of a filing, and so no facts. The
 * first that is filed counts; eras before 2013 have the second name.
 */
export const HEADER_PLACES = {
  ein: ['/ReturnHeader/Filer/EIN'],
  taxPeriodBegin: ['/ReturnHeader/TaxPeriodBeginDt', '/ReturnHeader/TaxPeriodBeginDate'],
  taxPeriodEnd: ['/ReturnHeader/TaxPeriodEndDt', '/ReturnHeader/TaxPeriodEndDate'],
  taxYear: ['/ReturnHeader/TaxYr', '/ReturnHeader/TaxYear'],
  returnedAt: ['/ReturnHeader/ReturnTs', '/ReturnHeader/Timestamp'],
} as const

/**
 * The filer as every return's header names it, in the three name eras: 2014 and later, 2013,
 * 2012 and before. The first EIN or name of a file is often the preparer's, so only `Filer`.
 */
export const PATHS_HEADER = {
  filerName: [
    ['/ReturnHeader/Filer/BusinessName', 'Heading, name'],
    ['/ReturnHeader/Filer/Name', 'Heading, name'],
  ],
  filerInCareOf: [
    ['/ReturnHeader/Filer/InCareOfNm', 'Heading, in care of'],
    ['/ReturnHeader/Filer/InCareOfName', 'Heading, in care of'],
  ],
  filerStreet: [
    ['/ReturnHeader/Filer/USAddress/AddressLine1Txt', 'Heading, street'],
    ['/ReturnHeader/Filer/USAddress/AddressLine1', 'Heading, street'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine1Txt', 'Heading, street'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine1', 'Heading, street'],
  ],
  filerStreet2: [
    ['/ReturnHeader/Filer/USAddress/AddressLine2Txt', 'Heading, street, second line'],
    ['/ReturnHeader/Filer/USAddress/AddressLine2', 'Heading, street, second line'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine2Txt', 'Heading, street, second line'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine2', 'Heading, street, second line'],
  ],
  filerCity: [
    ['/ReturnHeader/Filer/USAddress/CityNm', 'Heading, city'],
    ['/ReturnHeader/Filer/USAddress/City', 'Heading, city'],
    ['/ReturnHeader/Filer/ForeignAddress/CityNm', 'Heading, city'],
    ['/ReturnHeader/Filer/ForeignAddress/City', 'Heading, city'],
  ],
  filerState: [
    ['/ReturnHeader/Filer/USAddress/StateAbbreviationCd', 'Heading, state or province'],
    ['/ReturnHeader/Filer/USAddress/State', 'Heading, state or province'],
    ['/ReturnHeader/Filer/ForeignAddress/ProvinceOrStateNm', 'Heading, state or province'],
    ['/ReturnHeader/Filer/ForeignAddress/ProvinceOrState', 'Heading, state or province'],
  ],
  filerZip: [
    ['/ReturnHeader/Filer/USAddress/ZIPCd', 'Heading, ZIP or postal code'],
    ['/ReturnHeader/Filer/USAddress/ZIPCode', 'Heading, ZIP or postal code'],
    ['/ReturnHeader/Filer/ForeignAddress/ForeignPostalCd', 'Heading, ZIP or postal code'],
    ['/ReturnHeader/Filer/ForeignAddress/PostalCode', 'Heading, ZIP or postal code'],
  ],
  filerCountry: [
    ['/ReturnHeader/Filer/ForeignAddress/CountryCd', 'Heading, country'],
    ['/ReturnHeader/Filer/ForeignAddress/Country', 'Heading, country'],
  ],
  filerPhone: [
    ['/ReturnHeader/Filer/PhoneNum', 'Heading, telephone number'],
    ['/ReturnHeader/Filer/Phone', 'Heading, telephone number'],
    ['/ReturnHeader/Filer/ForeignPhoneNum', 'Heading, telephone number'],
  ],
} as const satisfies FactPaths
