import { fileURLToPath } from 'node:url'

/** The absolute path of the demo's files, which the loader reads like real ones. */
export const DEMO_FOLDER: string = fileURLToPath(new URL('./files', import.meta.url))
