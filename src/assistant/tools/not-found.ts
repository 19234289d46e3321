import { ApiError } from '../../errors.ts'

/** Whether an error is one of the service's own of that status. */
export const isErrorOf = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status
