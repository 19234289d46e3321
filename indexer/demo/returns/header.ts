import type { Filing } from '../filings.ts'
import { type Person, pickFounder, pickPerson } from '../people.ts'
import type { Random } from '../random.ts'
import { addressBlock, businessName, nameControl } from './context.ts'
import type { Block } from './write-return.ts'

// The IRS builds its public copies some weeks after it received a return.
const BUILD_DELAY_DAYS = 40

/** Writes the header that every return has; the signer is the first officer among its people. */
export function buildHeader(filing: Filing, people: readonly Person[], random: Random): Block {
  const { organization } = filing
  const signer = people.find(({ role }) => role === 'officer') ?? people[0]
  const signed = shiftDay(filing.received, -random.int(0, 9))
  const built = shiftDay(filing.received, BUILD_DELAY_DAYS)
  return {
    '@binaryAttachmentCnt': '0',
    ReturnTs: `${filing.received}T${time(random)}-0${random.int(5, 8)}:00`,
    TaxPeriodEndDt: filing.end,
    ...preparer(random.fork(`${organization.ein} preparer`)),
    ReturnTypeCd: filing.form,
    TaxPeriodBeginDt: filing.begin,
    Filer: filer(filing),
    BusinessOfficerGrp: {
      PersonNm: signer?.name ?? 'Officer',
      PersonTitleTxt: signer?.title ?? 'Treasurer',
      PhoneNum: organization.phone,
      SignatureDt: signed,
      DiscussWithPaidPreparerInd: true,
    },
    TaxYr: filing.taxYear,
    BuildTS: `${built} ${time(random)}Z`,
  }
}

function filer(filing: Filing): Block {
  const { organization } = filing
  // Before its name change, an organization filed under the old name.
  const renamed =
    organization.formerName !== undefined && filing.taxYear < organization.lastTaxYear - 1
  const name = renamed ? (organization.formerName ?? organization.name) : organization.name
  return {
    EIN: organization.ein,
    BusinessName: businessName(
      filing.organization.ein.charCodeAt(8) % 2 ? name.toUpperCase() : name,
    ),
    BusinessNameControlTxt: nameControl(name),
    [organization.address.foreign ? 'ForeignPhoneNum' : 'PhoneNum']: organization.phone,
    ...addressBlock(organization.address),
  }
}

function preparer(random: Random): Block {
  if (random.chance(0.12)) return {}
  const founder = pickFounder(random)
  return {
    PreparerFirmGrp: {
      PreparerFirmEIN: `89${random.int(1_000_000, 9_999_999)}`,
      PreparerFirmName: {
        BusinessNameLine1Txt: `${founder} & ${pickPerson(random).split(' ').at(-1) ?? founder} CPAs LLP`,
      },
      PreparerUSAddress: {
        AddressLine1Txt: `${random.int(10, 990)} Ledger Way`,
        CityNm: 'Columbus',
        StateAbbreviationCd: 'OH',
        ZIPCd: '43215',
      },
    },
  }
}

const shiftDay = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const two = (value: number): string => String(value).padStart(2, '0')
const time = (random: Random): string =>
  `${two(random.int(7, 20))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}`
