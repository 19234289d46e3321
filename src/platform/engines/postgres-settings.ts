const MEGABYTE = 1024 * 1024

/** Settings given to Postgres at every start; `durable` false is for tests alone. */
export function buildPostgresSettings(
  port: number,
  memoryBytes: number,
  durable: boolean,
): Record<string, string> {
  // A sixteenth of the memory: 512 MB on a laptop of 8 GiB, 1.5 GB on 24 GiB. OpenSearch's
  // heap and the page cache, which serves both, need the rest; more gained loads nothing.
  const sharedMb = Math.min(2048, Math.max(128, Math.floor(memoryBytes / 16 / MEGABYTE)))
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Clients come over loopback only, and a socket's path must stay under 108 characters.
    unix_socket_directories: '',
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${sharedMb * 6}MB`,
    // A sort of some 100,000 rows in memory; 20 clients at once stay under 1 GB.
    work_mem: '32MB',
    // Indexes of the loader's tables are built at this size.
    maintenance_work_mem: '256MB',
    // A bulk load writes gigabytes: few, spread checkpoints write each page once, not often.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // pglz: the packaged server is built without lz4 (18.4), so TOAST stays pglz too.
    wal_compression: 'pglz',
    // Laptops and servers have flash disks; the default of 4 is for turning ones.
    random_page_cost: '1.1',
    // The packaged server has no JIT; asking for it would only cost planning.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    synchronous_commit: 'on',
    // Without fsync a commit still reaches the kernel, so tests may kill servers, not machines.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
}

/** The settings as arguments of the server. */
export const asArguments = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
