/**
 * Announcements belong to the instance. They have no `workspace_id`, so they outlive the workspace in which they were made.
 * `release_heard` records who was notified of which announcement, in any workspace.
 */
export const releaseTables = `
create table release_announcement (
  id uuid primary key,
  version text not null unique,
  title text not null,
  notes text not null,
  url text,
  audience text not null check (audience in ('admins', 'all')),
  announced_by uuid,
  announced_at timestamptz not null,
  completed_at timestamptz,
  workspace_count integer not null default 0,
  person_count integer not null default 0
);

create table release_heard (
  announcement_id uuid not null references release_announcement (id) on delete cascade,
  user_id uuid not null,
  primary key (announcement_id, user_id)
);
`;
