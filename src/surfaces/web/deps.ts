import type { Config } from '../../config.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import type { SearchDeps } from '../../search/search.ts'

/** What pages are made from: the stores every other surface reads. */
export type WebDeps = SearchDeps &
  ProfileDeps & { config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>> }
