import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import {
  GOVERNANCE_KEYS,
  type GovernanceField,
  type GovernanceKey,
} from '#src/organizations/people/governance.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Figure } from '../figure.tsx'
import { Band, linkSection } from './band.tsx'

/** What Form 990 asks every filer, in few words. */
const QUESTIONS: Record<GovernanceKey, string> = {
  boardSize: 'Voting members of the board',
  independentBoardMembers: 'Independent members',
  conflictOfInterestPolicy: 'Conflict of interest policy',
  whistleblowerPolicy: 'Whistleblower policy',
  documentRetentionPolicy: 'Document retention policy',
  boardMeetingMinutes: 'Minutes of board meetings',
  compensationReview: "Review of executives' pay",
  auditedFinancials: 'Audited financial statements',
  materialDiversion: 'Material diversion of assets',
  foreignActivities: 'Activities abroad',
  fundraisingActivities: 'Fundraising activities',
  relatedPartyTransactions: 'Transactions with related parties',
}

/** The board and its policies: yes, no, or not reported. */
export const Governance = ({ overview }: { overview: Overview }) => {
  const { page, governance } = overview
  const { form } = page.filing
  const href = linkSection(overview, 'Governance')
  if (href === undefined && governance.length === 0) return null
  const byKey = new Map(governance.map((field) => [field.key, field]))
  // Other forms ask few of these questions; what they do not ask is not "not reported".
  const keys = GOVERNANCE_KEYS.filter((key) => form === '990' || byKey.has(key))
  return (
    <Band
      id="governance"
      title="Governance"
      more={href ? { href, label: 'Every question answered' } : undefined}
    >
      {form !== '990' && (
        <p class="quiet">{`${FORM_NAMES[form]} does not ask about most policies of a board.`}</p>
      )}
      <dl class="answers">
        {keys.map((key) => (
          <Answer
            key={key}
            ein={page.organization.ein}
            label={QUESTIONS[key]}
            field={byKey.get(key)}
          />
        ))}
      </dl>
    </Band>
  )
}

type AnswerProps = { ein: string; label: string; field: GovernanceField | undefined }

const Answer = ({ ein, label, field }: AnswerProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Figure ein={ein} label={label} value={field?.value} ref_={field?.ref} />
    </dd>
  </div>
)
