import { statfsSync } from 'node:fs'
import { OperatorError } from '../errors.ts'

const MEGABYTE = 1_000_000

/** Bytes an ordinary user may still write on the disk of a folder that exists. */
export function freeDisk(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws OperatorError naming the variable that can move the folder when less is free. */
export function requireFreeDisk(folder: string, bytes: number, variable: string): void {
  const free = freeDisk(folder)
  if (free >= bytes) return
  const inMegabytes = (size: number) => `${Math.ceil(size / MEGABYTE)} MB`
  throw new OperatorError(
    `Only ${inMegabytes(free)} are free on the disk of ${folder} and ${inMegabytes(bytes)} are needed; free some space or set ${variable} to a folder on another disk.`,
  )
}
