import type { ProfileDeps } from '../organizations/deps.ts'
import type { Config } from '../platform/config.ts'
import type { SearchDeps } from '../search/search.ts'

/** What pages are made from: the stores every other surface reads. */
export type WebDeps = SearchDeps &
  ProfileDeps & { config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>> }
