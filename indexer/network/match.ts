import type { Session } from '#src/clients/postgres.ts'

/**
 * Finds the recipient of each row of the temporary table `due_edge` (the columns of filed_edge with
 * funder_ein and tax_year) and fills the temporary table `edge_match (object_id, ordinal,
 * recipient_ein, match_method, match_confidence)`, one row for each. To be called within a
 * transaction, after `writeOrganizationKeys`.
 */
export async function matchRecipients(session: Session): Promise<void> {
  await session.query(`
    create temporary table edge_match on commit drop as
    select object_id, ordinal, null::text as recipient_ein,
      'Unresolved'::match_method as match_method, 'None'::match_confidence as match_confidence
    from due_edge`)
}
