export { type Client, type ClientOptions, createClient, type Streamed } from './client.ts'
export { type ErrorCode, type ParameterIssue, ServiceError } from './errors.ts'
export type { RetryOptions } from './retry.ts'
export type { components, operations, paths } from './schema.ts'
