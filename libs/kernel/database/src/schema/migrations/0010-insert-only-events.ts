/**
 * Events are inserted once and never updated. `event_unsequenced` has a row for each that waits for its position, `event_sequenced` one for each
 * that has it: narrow rows, in the order of positions. Events of earlier versions keep their positions.
 */
export const insertOnlyEvents = `
drop index event_unpositioned;
drop index event_order;
drop index event_place;
drop index event_name;
drop index event_age;
create table event_unsequenced (
  id uuid primary key,
  workspace_id uuid not null,
  name text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create table event_sequenced (
  position bigint primary key,
  workspace_id uuid not null,
  id uuid not null,
  name text not null
);
insert into event_unsequenced (id, workspace_id, name) select id, workspace_id, name from event where position is null;
insert into event_sequenced (position, workspace_id, id, name)
  select position, workspace_id, id, name from event where position is not null order by position;
create index event_sequenced_order on event_sequenced (workspace_id, position);
create unique index event_sequenced_event on event_sequenced (workspace_id, id);
alter table event drop column position;
`;
