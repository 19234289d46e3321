import type { FactPaths } from './definitions.ts'

/**
 * The filer as every return's header names it, in the three name eras: 2014 and later, 2013,
 * 2012 and before. The first EIN or name of a file is often the preparer's, so only `Filer`.
 */
export const PATHS_HEADER = {
  filerName: [
    ['/ReturnHeader/Filer/BusinessName', 'Heading'],
    ['/ReturnHeader/Filer/Name', 'Heading'],
  ],
  filerInCareOf: [
    ['/ReturnHeader/Filer/InCareOfNm', 'Heading'],
    ['/ReturnHeader/Filer/InCareOfName', 'Heading'],
  ],
  filerStreet: [
    ['/ReturnHeader/Filer/USAddress/AddressLine1Txt', 'Heading'],
    ['/ReturnHeader/Filer/USAddress/AddressLine1', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine1Txt', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine1', 'Heading'],
  ],
  filerStreet2: [
    ['/ReturnHeader/Filer/USAddress/AddressLine2Txt', 'Heading'],
    ['/ReturnHeader/Filer/USAddress/AddressLine2', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine2Txt', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/AddressLine2', 'Heading'],
  ],
  filerCity: [
    ['/ReturnHeader/Filer/USAddress/CityNm', 'Heading'],
    ['/ReturnHeader/Filer/USAddress/City', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/CityNm', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/City', 'Heading'],
  ],
  filerState: [
    ['/ReturnHeader/Filer/USAddress/StateAbbreviationCd', 'Heading'],
    ['/ReturnHeader/Filer/USAddress/State', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/ProvinceOrStateNm', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/ProvinceOrState', 'Heading'],
  ],
  filerZip: [
    ['/ReturnHeader/Filer/USAddress/ZIPCd', 'Heading'],
    ['/ReturnHeader/Filer/USAddress/ZIPCode', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/ForeignPostalCd', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/PostalCode', 'Heading'],
  ],
  filerCountry: [
    ['/ReturnHeader/Filer/ForeignAddress/CountryCd', 'Heading'],
    ['/ReturnHeader/Filer/ForeignAddress/Country', 'Heading'],
  ],
  filerPhone: [
    ['/ReturnHeader/Filer/PhoneNum', 'Heading'],
    ['/ReturnHeader/Filer/Phone', 'Heading'],
    ['/ReturnHeader/Filer/ForeignPhoneNum', 'Heading'],
  ],
} as const satisfies FactPaths
