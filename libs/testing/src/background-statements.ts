/**
 * Statements of background work: the dispatcher, which sequences committed events (its lock comes first), the execution of wire runs, the
 * refresh of statistics, the leases of the process, and the writer of `last_used_at`. A unit of work with one of them is no part of a request.
 */
export const BACKGROUND_STATEMENTS =
  /pg_advisory_xact_lock\(1668637285\)|event_position|from event_unsequenced limit|insert into event_sequenced|\bwire_run\b|pg_stat_user_tables|^analyze |update api_token set last_used_at|instance_process/;
