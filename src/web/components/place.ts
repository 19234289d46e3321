import { displayName } from '#src/domain/display-name.ts'
import { toLocation } from '#src/domain/places.ts'

/** Returns "Akron, OH" or "Geneva, Switzerland", with a city that was filed in capitals in title case. */
export const showPlace = (place: Parameters<typeof toLocation>[0]): string | undefined =>
  toLocation({ ...place, city: place.city && displayName(place.city) })
