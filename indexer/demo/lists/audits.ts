import { stringify } from 'csv-stringify/sync'
import type { Ein } from '#src/domain/ein.ts'
import { listOf, readContent } from '../content.ts'
import type { Organization } from '../organization.ts'

type Row = Readonly<Record<string, string | number>>

const AUDITOR = { ein: '970000197', name: 'Pemberline & Yarborough CPAs PLLC' }

/** Single audits of recipients; `ein` as filed, if it is not the recipient's. */
const AUDITS = readContent(
  'audits',
  'year recipient name uei ein auditor expended additionalEins additionalUeis',
).map((row) => ({
  ...row,
  year: Number(row.year),
  expended: Number(row.expended),
  additionalEins: listOf(row.additionalEins, ' '),
  additionalUeis: listOf(row.additionalUeis, ' '),
}))
type Audit = (typeof AUDITS)[number]

// The number is the position in the list, so that ids stay the same when the list grows at its end.
const reportId = (audit: Audit): string =>
  `${audit.year}-06-GSAFAC-${String(AUDITS.indexOf(audit) + 1).padStart(10, '0')}`

function toGeneral(audit: Audit, everyone: ReadonlyMap<Ein, Organization>): Row {
  const organization = everyone.get(audit.recipient)
  const { line1 = '', city = '', state = '', zip = '' } = organization?.address ?? {}
  return {
    report_id: reportId(audit),
    auditee_uei: audit.uei,
    audit_year: audit.year,
    auditee_name: audit.name || (organization?.name ?? ''),
    auditee_address_line_1: line1,
    auditee_city: city,
    auditee_state: state,
    auditee_zip: zip,
    auditee_ein: audit.ein || audit.recipient,
    is_additional_ueis: audit.additionalUeis.length > 0 ? 'Yes' : 'No',
    auditor_firm_name: AUDITOR.name,
    auditor_ein: audit.auditor || AUDITOR.ein,
    fy_start_date: `${audit.year - 1}-07-01`,
    fy_end_date: `${audit.year}-06-30`,
    fac_accepted_date: `${audit.year + 1}-02-14`,
    submitted_date: `${audit.year + 1}-02-14`,
    audit_type: 'single-audit',
    entity_type: 'non-profit',
    total_amount_expended: audit.expended,
    is_public: 'true',
  }
}

/**
 * Files of the clearinghouse by name: older audits as CSV, newer ones as responses of its API,
 * JSON.
 */
export function writeAudits(
  everyone: ReadonlyMap<Ein, Organization>,
): readonly (readonly [name: string, text: string])[] {
  const general = (isNewer: boolean) =>
    AUDITS.filter(({ year }) => year >= 2023 === isNewer).map((one) => toGeneral(one, everyone))
  const eins = AUDITS.flatMap((one) =>
    one.additionalEins.map((additional_ein) => ({
      report_id: reportId(one),
      additional_ein,
    })),
  )
  const ueis = AUDITS.flatMap((one) =>
    one.additionalUeis.map((additional_uei) => ({
      report_id: reportId(one),
      additional_uei,
    })),
  )
  return [
    ['DEMO_general.csv', stringify(general(false), { header: true })],
    ['DEMO_general.json', `${JSON.stringify(general(true), null, 1)}\n`],
    ['DEMO_additional_eins.csv', stringify(eins, { header: true })],
    ['DEMO_additional_ueis.json', `${JSON.stringify(ueis, null, 1)}\n`],
  ]
}
