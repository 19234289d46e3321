import { setFlagsFromString } from 'node:v8'

/**
 * Lets garbage lie only until it is half as much as what is in use. Left alone, V8 waits until there
 * is up to four times as much: over exports of 100,000 organizations a service grew by 330 to 430 MB
 * that way, by 170 with this, and was as fast (src/search/export/README.md). To be called first.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50')
}
