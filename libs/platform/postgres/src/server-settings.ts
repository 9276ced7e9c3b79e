/**
 * For a machine with one or two gigabytes that also runs this program; `ALTER SYSTEM` overrides them for a larger
 * one.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // A query over all kinds of records locks the partition and indexes of each kind.
  max_locks_per_transaction: '256',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  // Compiling a plan costs more than the short queries of a request.
  jit: 'off',
  min_wal_size: '80MB',
  // Limits the work of a start after a kill, and the disk space.
  max_wal_size: '512MB',
  // This server has no replicas.
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // The driver reports failed statements to the program; their text and values do not belong in a file.
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  cluster_name: 'cubit',
};

/** Command line options, which no file can override: acknowledged means on disk. */
export function durabilitySettings(durable: boolean): Readonly<Record<string, string>> {
  const value = durable ? 'on' : 'off';
  return { fsync: value, synchronous_commit: value, full_page_writes: value };
}

export function settingsFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return ['# Rewritten at every start. Change a setting with ALTER SYSTEM, which is permanent.', ...lines, ''].join(
    '\n',
  );
}

export function settingsArguments(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
