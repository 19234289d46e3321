import { ANIMALS } from './animals.ts'
import { ARTS } from './arts.ts'
import { CIVIL_RIGHTS } from './civil-rights.ts'
import { COMMUNITY } from './community.ts'
import { DISEASES } from './diseases.ts'
import { EDUCATION } from './education.ts'
import { EMPLOYMENT } from './employment.ts'
import { ENVIRONMENT } from './environment.ts'
import { FOOD } from './food.ts'
import { HEALTH_CARE } from './health-care.ts'
import { HOUSING } from './housing.ts'
import { HUMAN_SERVICES } from './human-services.ts'
import { INTERNATIONAL } from './international.ts'
import { JUSTICE } from './justice.ts'
import type { Cause, Kind } from './kind.ts'
import { MEDICAL_RESEARCH } from './medical-research.ts'
import { MENTAL_HEALTH } from './mental-health.ts'
import { MUTUAL_BENEFIT } from './mutual-benefit.ts'
import { PHILANTHROPY } from './philanthropy.ts'
import { PUBLIC_BENEFIT } from './public-benefit.ts'
import { RELIGION } from './religion.ts'
import { SAFETY } from './safety.ts'
import { SCIENCE } from './science.ts'
import { SOCIAL_SCIENCE } from './social-science.ts'
import { SPORTS } from './sports.ts'
import { UNKNOWN } from './unknown.ts'
import { YOUTH } from './youth.ts'

/** All 26 major groups, A to Z. */
export const CAUSES: readonly Cause[] = [
  ARTS,
  EDUCATION,
  ENVIRONMENT,
  ANIMALS,
  HEALTH_CARE,
  MENTAL_HEALTH,
  DISEASES,
  MEDICAL_RESEARCH,
  JUSTICE,
  EMPLOYMENT,
  FOOD,
  HOUSING,
  SAFETY,
  SPORTS,
  YOUTH,
  HUMAN_SERVICES,
  INTERNATIONAL,
  CIVIL_RIGHTS,
  COMMUNITY,
  PHILANTHROPY,
  SCIENCE,
  SOCIAL_SCIENCE,
  PUBLIC_BENEFIT,
  RELIGION,
  MUTUAL_BENEFIT,
  UNKNOWN,
]

/** A kind by cause letter and position; throws RangeError when there is none. */
export function kindAt(letter: string, position: number): { cause: Cause; kind: Kind } {
  const cause = CAUSES.find((one) => one.letter === letter)
  const kind = cause?.kinds[position]
  if (!cause || !kind) throw new RangeError(`Cause ${letter} has no kind at ${position}`)
  return { cause, kind }
}
