export const feedbackTables = `
create table feedback_item (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('bug', 'idea', 'praise')),
  text text not null,
  page text,
  contact text,
  submitted_by uuid,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index feedback_item_by_person on feedback_item (workspace_id, submitted_by, created_at);
`;
