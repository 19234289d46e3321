import { statfsSync } from 'node:fs'
import { OperatorError } from '../errors.ts'

const MEGABYTE = 1_000_000

/**
 * Returns the number of bytes an ordinary user may still write on the disk of an existing folder.
 */
export function freeDisk(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws OperatorError if less is free; the message names the variable that moves the folder. */
export function requireFreeDisk(folder: string, bytes: number, variable: string): void {
  const free = freeDisk(folder)
  if (free >= bytes) return
  const inMegabytes = (size: number) => `${Math.ceil(size / MEGABYTE)} MB`
  throw new OperatorError(
    `Only ${inMegabytes(free)} is free on the disk that contains ${folder}, but ${inMegabytes(bytes)} is needed. Free some space, or set ${variable} to a folder on another disk.`,
  )
}
