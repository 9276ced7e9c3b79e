import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const jobTable = `
create table job (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  progress_done bigint not null default 0,
  progress_total bigint,
  input jsonb not null,
  checkpoint jsonb,
  result jsonb,
  error jsonb,
  attempts integer not null default 0,
  max_attempts integer not null,
  available_at timestamptz not null,
  lease_owner uuid,
  lease_until timestamptz,
  cancel_requested_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, id)
);
create index job_by_age on job (workspace_id, created_at, id);
create index job_waiting on job (available_at) where state = 'queued';
create index job_leased on job (lease_until) where state = 'running';
create index job_finished on job (finished_at) where finished_at is not null;
`;

/** At most one job of a turn runs. */
const jobTurn = `
alter table job add column turn text;
create unique index job_running_turn on job (workspace_id, turn) where state = 'running' and turn is not null;
create index job_waiting_turn on job (workspace_id, turn, id) where state = 'queued' and turn is not null;
`;

/** The job that takes this one back. */
const jobUndo = `
alter table job add column undone_by uuid;
`;

/**
 * For the next job of a workspace. Not `concurrently`: the table has the jobs of the last days, which are read in a second.
 */
const jobWaitingByWorkspace = `
create index job_waiting_workspace on job (workspace_id, available_at, id) where state = 'queued';
`;

/** In order. Never edit a released migration: add a new one. */
export const jobMigrations: Readonly<Record<string, Migration>> = {
  '0001-job': { up: async (db) => void (await sql.raw(jobTable).execute(db)) },
  '0002-turn': { up: async (db) => void (await sql.raw(jobTurn).execute(db)) },
  '0003-undo': { up: async (db) => void (await sql.raw(jobUndo).execute(db)) },
  '0004-expand-waiting-by-workspace': { up: async (db) => void (await sql.raw(jobWaitingByWorkspace).execute(db)) },
};
