import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { ENTITY_TYPES } from '../../domain/form.ts'
import { toLocation } from '../../domain/places.ts'
import type { Hit, MatchReason, Resolution, SearchOutcome } from '../../search/params.ts'
import type { SearchHit, SearchQuery, SearchResults } from './search-schema.ts'

/** A's answer to a search; what is unknown is left out (decisions part 1). */
export function presentSearch(query: SearchQuery, outcome: SearchOutcome): SearchResults {
  return {
    Query: query.Query,
    Mode: query.Mode,
    Hits: outcome.hits.map(presentHit),
    Found: outcome.found,
    Page: outcome.page,
    QueryVersion: outcome.queryVersion,
    ...(query.Facets && outcome.facets && { Facets: presentFacets(outcome.facets) }),
    ...(outcome.hasNextPage && { NextCursor: String(outcome.page + 1) }),
    ...(outcome.resolution && { Resolution: presentResolution(outcome.resolution) }),
  }
}

export function presentHit({ ein, display, match, reasons, explanation }: Hit): SearchHit {
  return {
    EIN: ein,
    Name: display.name,
    Location: toLocation(display),
    Description: display.description,
    Cause: display.cause?.label,
    PrimaryForm: display.primaryForm,
    EntityType: ENTITY_TYPES.find((type) => type === display.entityType),
    Explanation: explanation,
    FormTypes: display.forms.length > 0 ? display.forms : undefined,
    FamilyID: display.familyId,
    OrganizationRole: display.role,
    EvidenceTier: display.evidenceTier,
    EvidenceRefs: evidenceRefs(display, reasons),
    WhyMatched: reasons.length > 0 ? reasons.map(presentReason) : undefined,
    Match: {
      Kind: match.kind,
      Field: match.field,
      Value: match.value,
      EvidenceRef: match.ref,
      Place: match.place,
      Window: match.window,
    },
  }
}

function evidenceRefs(display: OrganizationDisplay, reasons: MatchReason[]): string[] {
  const refs = [display.nameRef, display.cause?.ref, ...reasons.map(({ ref }) => ref)]
  return [...new Set(refs.filter((ref) => ref !== undefined))]
}

type Reason = NonNullable<SearchHit['WhyMatched']>[number]

/** A reason of a hit with the Ref it rests on. */
export function presentReason(reason: MatchReason): Reason {
  if (reason.kind === 'Passage') {
    const { passage, text, isHighlighted, ref } = reason
    return {
      Kind: 'Passage',
      Passage: passage,
      Text: text,
      Highlighted: isHighlighted,
      EvidenceRef: ref,
    }
  }
  if (reason.kind === 'Name') {
    return { Kind: 'Name', Text: reason.text, EvidenceRef: reason.ref }
  }
  const { kind, code, label, ref } = reason
  return {
    Kind: kind,
    Code: code,
    Label: label,
    ...(reason.kind === 'Classification' && { Inferred: reason.isInferred }),
    EvidenceRef: ref,
  }
}

const presentFacets = (facets: NonNullable<SearchOutcome['facets']>) =>
  Object.fromEntries(
    Object.entries(facets).map(([key, buckets]) => [
      key,
      buckets.map(({ value, label, count }) => ({ Value: value, Label: label, Count: count })),
    ]),
  )

const presentResolution = ({ status, ein, candidates, suggestion }: Resolution) => ({
  Status: status,
  EIN: ein,
  Candidates: candidates.map((candidate) => ({
    EIN: candidate.ein,
    Name: candidate.name,
    City: candidate.city,
    State: candidate.state,
    Form: candidate.form,
  })),
  Suggestion: suggestion,
})
