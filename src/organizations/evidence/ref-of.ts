import { toRef } from '#src/domain/evidence.ts'
import type { Filing } from '../organization.ts'

/** The Ref of a leaf or row of a filing. */
export const refOf = (
  { form, taxYear, objectId }: Pick<Filing, 'form' | 'taxYear' | 'objectId'>,
  path: string,
): string => toRef({ form, taxYear, objectId, path })
