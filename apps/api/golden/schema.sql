create table agent_approval (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_id uuid not null,
  token_name text not null,
  client text not null,
  action text not null,
  record jsonb,
  record_version integer,
  input jsonb not null,
  digest text not null,
  state text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint agent_approval_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'used'::text]))),
  constraint agent_approval_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX agent_approval_token ON public.agent_approval USING btree (workspace_id, token_id, digest);
CREATE INDEX agent_approval_user ON public.agent_approval USING btree (workspace_id, user_id, id);

create table agent_confirmation (
  workspace_id uuid not null,
  id uuid not null,
  spent_at timestamp with time zone not null,
  constraint agent_confirmation_pkey PRIMARY KEY (workspace_id, id)
);

create table api_token (
  id uuid not null,
  user_id uuid not null,
  workspace_id uuid,
  name text not null,
  token_prefix text not null,
  token_hash bytea not null,
  scopes text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint api_token_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint api_token_pkey PRIMARY KEY (id),
  constraint api_token_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX api_token_user ON public.api_token USING btree (user_id, id);
CREATE INDEX api_token_workspace ON public.api_token USING btree (workspace_id) WHERE (workspace_id IS NOT NULL);

create table app_user (
  id uuid not null,
  email text not null,
  email_key text not null,
  name text not null,
  password_hash text not null,
  instance_admin boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_email_key_key UNIQUE (email_key)
);

create table audit_log (
  id uuid not null,
  workspace_id uuid,
  at timestamp with time zone not null,
  user_id uuid,
  actor jsonb not null,
  action text not null,
  target jsonb not null default '{}'::jsonb,
  address text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_user ON public.audit_log USING btree (user_id, id) WHERE (workspace_id IS NULL);
CREATE INDEX audit_log_workspace ON public.audit_log USING btree (workspace_id, id);

create table display (
  workspace_id uuid not null,
  id uuid not null,
  title text not null,
  shows jsonb not null,
  kinds text[] not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint display_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint display_pkey PRIMARY KEY (workspace_id, id),
  constraint display_id_key UNIQUE (id),
  constraint display_token_hash_key UNIQUE (token_hash)
);

create table display_pairing (
  secret_hash bytea not null,
  code text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  display_id uuid,
  constraint display_pairing_display_id_fkey FOREIGN KEY (display_id) REFERENCES display(id) ON DELETE CASCADE,
  constraint display_pairing_pkey PRIMARY KEY (secret_hash),
  constraint display_pairing_code_key UNIQUE (code)
);
CREATE INDEX display_pairing_display ON public.display_pairing USING btree (display_id) WHERE (display_id IS NOT NULL);
CREATE INDEX display_pairing_expiry ON public.display_pairing USING btree (expires_at);

create table drive_command (
  workspace_id uuid not null,
  id uuid not null,
  tab_id uuid not null,
  token_id uuid not null,
  token_name text not null,
  command jsonb not null,
  state text not null,
  reason text,
  sent_at timestamp with time zone not null,
  constraint drive_command_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'done'::text, 'refused'::text, 'gone'::text]))),
  constraint drive_command_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX drive_command_tab ON public.drive_command USING btree (workspace_id, tab_id, id);
CREATE INDEX drive_command_token ON public.drive_command USING btree (token_id, sent_at);

create table drive_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint drive_migration_pkey PRIMARY KEY (name)
);

create table drive_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint drive_migration_lock_pkey PRIMARY KEY (id)
);

create table drive_tab (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  path text not null,
  visible boolean not null,
  following boolean not null,
  opened_path text,
  opened_by uuid,
  seen_at timestamp with time zone not null,
  constraint drive_tab_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX drive_tab_user ON public.drive_tab USING btree (workspace_id, user_id);

create table event (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  occurred_at timestamp with time zone not null,
  actor jsonb not null,
  cause jsonb,
  payload jsonb not null,
  subject_kind text,
  record_ids uuid[] not null default '{}'::uuid[],
  constraint event_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX event_records ON public.event USING gin (record_ids);

create table event_sequenced (
  "position" bigint not null,
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  constraint event_sequenced_pkey PRIMARY KEY ("position")
);
CREATE UNIQUE INDEX event_sequenced_event ON public.event_sequenced USING btree (workspace_id, id);
CREATE INDEX event_sequenced_order ON public.event_sequenced USING btree (workspace_id, "position");

create table event_unsequenced (
  id uuid not null,
  workspace_id uuid not null,
  name text not null,
  constraint event_unsequenced_pkey PRIMARY KEY (id)
) with {autovacuum_vacuum_scale_factor=0,autovacuum_vacuum_threshold=1000};

create table feedback_item (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  text text not null,
  page text,
  contact text,
  submitted_by uuid,
  created_at timestamp with time zone not null,
  constraint feedback_item_kind_check CHECK ((kind = ANY (ARRAY['bug'::text, 'idea'::text, 'praise'::text]))),
  constraint feedback_item_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX feedback_item_by_person ON public.feedback_item USING btree (workspace_id, submitted_by, created_at);

create table feedback_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint feedback_migration_pkey PRIMARY KEY (name)
);

create table feedback_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint feedback_migration_lock_pkey PRIMARY KEY (id)
);

create table field_definition (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  title text not null,
  type text not null,
  required boolean not null,
  options text[],
  "default" jsonb,
  target_kind text,
  on_delete text,
  unit text,
  help text,
  "position" integer not null,
  indexed boolean not null,
  is_unique boolean not null,
  index_job uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  purge_job uuid,
  constraint field_definition_on_delete_check CHECK ((on_delete = ANY (ARRAY['restrict'::text, 'clear'::text]))),
  constraint field_definition_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint field_definition_pkey PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX field_definition_name ON public.field_definition USING btree (workspace_id, kind, name);

create table file (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  attached_kind text,
  attached_id uuid,
  created_at timestamp with time zone not null,
  created_by uuid,
  unused_since timestamp with time zone,
  admins_only boolean not null default false,
  constraint file_check CHECK (((attached_kind IS NULL) = (attached_id IS NULL))),
  constraint file_workspace_id_sha256_fkey FOREIGN KEY (workspace_id, sha256) REFERENCES file_content(workspace_id, sha256),
  constraint file_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX file_attached ON public.file USING btree (workspace_id, attached_id, id) WHERE (attached_id IS NOT NULL);
CREATE INDEX file_by_content ON public.file USING btree (workspace_id, sha256);
CREATE INDEX file_unused ON public.file USING btree (unused_since) WHERE (unused_since IS NOT NULL);

create table file_content (
  workspace_id uuid not null,
  sha256 bytea not null,
  size bigint not null,
  created_at timestamp with time zone not null,
  constraint file_content_pkey PRIMARY KEY (workspace_id, sha256)
);

create table file_sweep (
  name text not null,
  began_at timestamp with time zone not null,
  constraint file_sweep_pkey PRIMARY KEY (name)
);

create table file_usage (
  workspace_id uuid not null,
  bytes bigint not null,
  constraint file_usage_pkey PRIMARY KEY (workspace_id)
);

create table files_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint files_migration_pkey PRIMARY KEY (name)
);

create table files_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint files_migration_lock_pkey PRIMARY KEY (id)
);

create table idempotency_key (
  workspace_id uuid not null,
  credential_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body text,
  created_at timestamp with time zone not null,
  constraint idempotency_key_pkey PRIMARY KEY (workspace_id, credential_id, key)
);
CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (created_at);

create table import_chunk (
  workspace_id uuid not null,
  import_id uuid not null,
  seq integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  constraint import_chunk_pkey PRIMARY KEY (workspace_id, import_id, seq)
);
CREATE INDEX import_chunk_age ON public.import_chunk USING btree (created_at);

create table import_foreign_id (
  workspace_id uuid not null,
  kind text not null,
  origin text not null,
  foreign_id text not null,
  record_id uuid not null,
  created_at timestamp with time zone not null,
  constraint import_foreign_id_pkey PRIMARY KEY (workspace_id, kind, origin, foreign_id)
);

create table import_row (
  workspace_id uuid not null,
  import_id uuid not null,
  number bigint not null,
  source text not null,
  reasons jsonb not null,
  waits boolean not null,
  created_at timestamp with time zone not null,
  constraint import_row_pkey PRIMARY KEY (workspace_id, import_id, number)
);
CREATE INDEX import_row_age ON public.import_row USING btree (created_at);

create table installed_module (
  name text not null,
  state text not null,
  package text,
  version text,
  integrity text,
  archive bytea,
  manifest jsonb,
  installed_by text not null,
  installed_at timestamp with time zone not null,
  constraint installed_module_state_check CHECK ((state = ANY (ARRAY['active'::text, 'staged'::text, 'removed'::text]))),
  constraint installed_module_pkey PRIMARY KEY (name, state)
);

create table instance_process (
  id uuid not null,
  version text not null,
  level integer not null,
  roles text[] not null,
  host text not null,
  upgrades text[] not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  modules jsonb not null default '{}'::jsonb,
  constraint instance_process_pkey PRIMARY KEY (id)
);

create table instance_secret (
  name text not null,
  value bytea not null,
  constraint instance_secret_pkey PRIMARY KEY (name)
);

create table integration (
  workspace_id uuid not null,
  id uuid not null,
  connector text not null,
  name text not null,
  config jsonb not null,
  secret bytea,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  hit_count bigint not null default 0,
  rejected_count bigint not null default 0,
  last_hit_at timestamp with time zone,
  constraint integration_pkey PRIMARY KEY (workspace_id, id)
);

create table integration_delivery (
  workspace_id uuid not null,
  integration_id uuid not null,
  delivery_id text not null,
  event_id uuid,
  at timestamp with time zone not null,
  constraint integration_delivery_pkey PRIMARY KEY (workspace_id, integration_id, delivery_id)
);
CREATE INDEX integration_delivery_at ON public.integration_delivery USING btree (at);

create table integration_hit (
  workspace_id uuid not null,
  integration_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  address text not null,
  outcome text not null,
  reason text,
  delivery_id text,
  event_id uuid,
  constraint integration_hit_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'duplicate'::text, 'ignored'::text, 'rejected'::text]))),
  constraint integration_hit_pkey PRIMARY KEY (workspace_id, integration_id, id)
);
CREATE INDEX integration_hit_at ON public.integration_hit USING btree (at);

create table integration_token (
  token_hash bytea not null,
  workspace_id uuid not null,
  integration_id uuid not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint integration_token_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX integration_token_live ON public.integration_token USING btree (workspace_id, integration_id) WHERE (revoked_at IS NULL);

create table integrations_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint integrations_migration_pkey PRIMARY KEY (name)
);

create table integrations_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint integrations_migration_lock_pkey PRIMARY KEY (id)
);

create table invitation (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  bind boolean not null default false,
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text, 'owner'::text]))),
  constraint invitation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint invitation_pkey PRIMARY KEY (workspace_id, id),
  constraint invitation_token_hash_key UNIQUE (token_hash)
);

create table job (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  state text not null,
  progress_done bigint not null default 0,
  progress_total bigint,
  input jsonb not null,
  checkpoint jsonb,
  result jsonb,
  error jsonb,
  attempts integer not null default 0,
  max_attempts integer not null,
  available_at timestamp with time zone not null,
  lease_owner uuid,
  lease_until timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  turn text,
  undone_by uuid,
  constraint job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint job_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX job_by_age ON public.job USING btree (workspace_id, created_at, id);
CREATE INDEX job_finished ON public.job USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX job_leased ON public.job USING btree (lease_until) WHERE (state = 'running'::text);
CREATE UNIQUE INDEX job_running_turn ON public.job USING btree (workspace_id, turn) WHERE ((state = 'running'::text) AND (turn IS NOT NULL));
CREATE INDEX job_waiting ON public.job USING btree (available_at) WHERE (state = 'queued'::text);
CREATE INDEX job_waiting_turn ON public.job USING btree (workspace_id, turn, id) WHERE ((state = 'queued'::text) AND (turn IS NOT NULL));
CREATE INDEX job_waiting_workspace ON public.job USING btree (workspace_id, available_at, id) WHERE (state = 'queued'::text);

create table jobs_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint jobs_migration_pkey PRIMARY KEY (name)
);

create table jobs_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint jobs_migration_lock_pkey PRIMARY KEY (id)
);

create table kernel_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint kernel_migration_pkey PRIMARY KEY (name)
);

create table kernel_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint kernel_migration_lock_pkey PRIMARY KEY (id)
);

create table kind_schema (
  kind text not null,
  module_version text not null,
  schema jsonb not null,
  applied_at timestamp with time zone not null,
  constraint kind_schema_pkey PRIMARY KEY (kind, module_version)
);

create table mcp_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint mcp_migration_pkey PRIMARY KEY (name)
);

create table mcp_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint mcp_migration_lock_pkey PRIMARY KEY (id)
);

create table member (
  workspace_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint member_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text, 'owner'::text]))),
  constraint member_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint member_pkey PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX member_user ON public.member USING btree (user_id);

create table migration_level (
  owner text not null,
  name text not null,
  min_level integer not null,
  version text not null,
  min_version text not null,
  constraint migration_level_pkey PRIMARY KEY (owner, name)
);

create table module_data (
  module text not null,
  version text not null,
  kinds jsonb not null,
  names jsonb not null,
  plan jsonb,
  applied_at timestamp with time zone not null,
  constraint module_data_pkey PRIMARY KEY (module)
);

create table module_lease (
  process uuid not null,
  modules jsonb not null,
  renewed_at timestamp with time zone not null,
  constraint module_lease_pkey PRIMARY KEY (process)
);

create table notice (
  workspace_id uuid not null,
  id uuid not null,
  message text not null,
  link text,
  priority text not null,
  users uuid[],
  roles text[],
  channel_id uuid,
  constraint notice_pkey PRIMARY KEY (workspace_id, id)
);

create table notification (
  workspace_id uuid not null,
  user_id uuid not null,
  "position" bigint not null,
  id uuid not null,
  event_id uuid not null,
  event_type text not null,
  message text not null,
  link text,
  priority text not null,
  occurred_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notification_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint notification_pkey PRIMARY KEY (workspace_id, user_id, "position")
);
CREATE INDEX notification_age ON public.notification USING brin (occurred_at);
CREATE UNIQUE INDEX notification_by_id ON public.notification USING btree (workspace_id, id);
CREATE INDEX notification_place ON public.notification USING btree (workspace_id, "position");
CREATE INDEX notification_unread ON public.notification USING btree (workspace_id, user_id, "position") WHERE (read_at IS NULL);

create table notification_channel (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  enabled boolean not null,
  config bytea not null,
  events text[],
  min_priority text not null,
  failures_in_row integer not null default 0,
  failing_since timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint notification_channel_min_priority_check CHECK ((min_priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint notification_channel_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX notification_channel_deleted ON public.notification_channel USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

create table notification_delivery (
  workspace_id uuid not null,
  channel_id uuid not null,
  notification_id uuid not null,
  "position" bigint not null,
  user_id uuid not null,
  state text not null default 'pending'::text,
  due_at timestamp with time zone not null,
  test boolean not null default false,
  digest boolean not null default false,
  owner uuid,
  lease_until timestamp with time zone,
  status integer,
  error text,
  duration_ms integer,
  at timestamp with time zone,
  constraint notification_delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'refused'::text, 'unknown'::text]))),
  constraint notification_delivery_pkey PRIMARY KEY (workspace_id, channel_id, notification_id)
);
CREATE INDEX notification_delivery_age ON public.notification_delivery USING brin (at);
CREATE INDEX notification_delivery_due ON public.notification_delivery USING btree (workspace_id, channel_id, due_at) WHERE (state = 'pending'::text);
CREATE INDEX notification_delivery_history ON public.notification_delivery USING btree (workspace_id, channel_id, "position", notification_id);
CREATE INDEX notification_delivery_lease ON public.notification_delivery USING btree (lease_until) WHERE (state = 'sending'::text);

create table notification_preference (
  workspace_id uuid not null,
  user_id uuid not null,
  event text not null,
  enabled boolean not null,
  channels text[],
  constraint notification_preference_pkey PRIMARY KEY (workspace_id, user_id, event)
);

create table notification_setting (
  workspace_id uuid not null,
  user_id uuid not null,
  time_zone text not null,
  quiet_from text,
  quiet_to text,
  email_digest text not null,
  constraint notification_setting_email_digest_check CHECK ((email_digest = ANY (ARRAY['off'::text, 'hourly'::text, 'daily'::text]))),
  constraint notification_setting_pkey PRIMARY KEY (workspace_id, user_id)
);

create table notifications_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint notifications_migration_pkey PRIMARY KEY (name)
);

create table notifications_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint notifications_migration_lock_pkey PRIMARY KEY (id)
);

create table number_series (
  workspace_id uuid not null,
  module text not null,
  series text not null,
  last bigint not null,
  constraint number_series_pkey PRIMARY KEY (workspace_id, module, series)
);

create table oauth_authorization (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  workspace_id uuid not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  state text,
  code_challenge text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  code_hash bytea,
  token_id uuid,
  constraint oauth_authorization_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint oauth_authorization_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_token(id) ON DELETE SET NULL,
  constraint oauth_authorization_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint oauth_authorization_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint oauth_authorization_pkey PRIMARY KEY (id),
  constraint oauth_authorization_code_hash_key UNIQUE (code_hash)
);
CREATE INDEX oauth_authorization_expiry ON public.oauth_authorization USING btree (expires_at);
CREATE INDEX oauth_authorization_session ON public.oauth_authorization USING btree (session_id);
CREATE INDEX oauth_authorization_token ON public.oauth_authorization USING btree (token_id) WHERE (token_id IS NOT NULL);
CREATE INDEX oauth_authorization_user ON public.oauth_authorization USING btree (user_id);
CREATE INDEX oauth_authorization_workspace ON public.oauth_authorization USING btree (workspace_id);

create table oauth_grant (
  token_id uuid not null,
  client_id text not null,
  expires_at timestamp with time zone not null,
  constraint oauth_grant_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_token(id) ON DELETE CASCADE,
  constraint oauth_grant_pkey PRIMARY KEY (token_id)
);

create table oauth_refresh_token (
  token_hash bytea not null,
  token_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  constraint oauth_refresh_token_token_id_fkey FOREIGN KEY (token_id) REFERENCES oauth_grant(token_id) ON DELETE CASCADE,
  constraint oauth_refresh_token_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX oauth_refresh_token_expiry ON public.oauth_refresh_token USING btree (expires_at);
CREATE INDEX oauth_refresh_token_grant ON public.oauth_refresh_token USING btree (token_id);

create table one_time_link (
  token_hash bytea not null,
  user_id uuid not null,
  kind text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint one_time_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint one_time_link_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX one_time_link_expiry ON public.one_time_link USING btree (expires_at);
CREATE INDEX one_time_link_user ON public.one_time_link USING btree (user_id, kind, created_at);

create table rate_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint rate_migration_pkey PRIMARY KEY (name)
);

create table rate_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint rate_migration_lock_pkey PRIMARY KEY (id)
);

create table rate_window (
  policy text not null,
  key text not null,
  taken integer not null,
  granted integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_window_pkey PRIMARY KEY (policy, key)
) with {fillfactor=50};
CREATE INDEX rate_window_ended ON public.rate_window USING btree (ends_at);

create table record (
  workspace_id uuid not null,
  kind text not null,
  id uuid not null,
  title text not null,
  fields jsonb not null,
  tags text[] not null default '{}'::text[],
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  created_by uuid,
  deleted_at timestamp with time zone,
  title_key text,
  constraint record_pkey PRIMARY KEY (workspace_id, kind, id)
) partition by LIST (kind);
CREATE INDEX record_tags ON ONLY public.record USING gin (tags) WHERE (tags <> '{}'::text[]);

create table record_devices_bridge partition of record FOR VALUES IN ('devices:bridge');
CREATE INDEX record_devices_bridge_created_at_idx ON public.record_devices_bridge USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_bridge_credential_idx ON public.record_devices_bridge USING btree (workspace_id, ((fields ->> 'credential'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_devices_bridge_name_key ON public.record_devices_bridge USING btree (workspace_id, ((fields ->> 'name'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_bridge_offline_after_due ON public.record_devices_bridge USING btree (((fields ->> 'offline_after'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'offline_after'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_devices_bridge_offline_after_idx ON public.record_devices_bridge USING btree (workspace_id, ((fields ->> 'offline_after'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_bridge_title_idx ON public.record_devices_bridge USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_bridge_title_key_due ON public.record_devices_bridge USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_devices_bridge_title_key_idx ON public.record_devices_bridge USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_bridge_updated_at_idx ON public.record_devices_bridge USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_devices_command partition of record FOR VALUES IN ('devices:command');
CREATE INDEX record_devices_command_bridge_status_idx ON public.record_devices_command USING btree (workspace_id, ((fields ->> 'bridge'::text)) COLLATE "C" NULLS FIRST, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_command_created_at_idx ON public.record_devices_command USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_command_device_idx ON public.record_devices_command USING btree (workspace_id, ((fields ->> 'device'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_command_due_at_due ON public.record_devices_command USING btree (((fields ->> 'due_at'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'due_at'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_devices_command_due_at_idx ON public.record_devices_command USING btree (workspace_id, ((fields ->> 'due_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_command_title_key_due ON public.record_devices_command USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_devices_device partition of record FOR VALUES IN ('devices:device');
CREATE INDEX record_devices_device_address_idx ON public.record_devices_device USING btree (workspace_id, ((fields ->> 'address'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_devices_device_bridge_address_key ON public.record_devices_device USING btree (workspace_id, ((fields ->> 'bridge'::text)) COLLATE "C", ((fields ->> 'address'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_device_bridge_idx ON public.record_devices_device USING btree (workspace_id, ((fields ->> 'bridge'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_device_created_at_idx ON public.record_devices_device USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_device_title_idx ON public.record_devices_device USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_device_title_key_due ON public.record_devices_device USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_devices_device_title_key_idx ON public.record_devices_device USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_device_updated_at_idx ON public.record_devices_device USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_devices_reading partition of record FOR VALUES IN ('devices:reading');
CREATE INDEX record_devices_reading_created_at_idx ON public.record_devices_reading USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_reading_created_at_old ON public.record_devices_reading USING btree (created_at);
CREATE INDEX record_devices_reading_device_at_idx ON public.record_devices_reading USING btree (workspace_id, ((fields ->> 'device'::text)) COLLATE "C" NULLS FIRST, ((fields ->> 'at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_devices_reading_title_key_due ON public.record_devices_reading USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_digifab_certificate partition of record FOR VALUES IN ('digifab:certificate');
CREATE INDEX record_digifab_certificate_check_at_due ON public.record_digifab_certificate USING btree (((fields ->> 'check_at'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'check_at'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_digifab_certificate_check_at_idx ON public.record_digifab_certificate USING btree (workspace_id, ((fields ->> 'check_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_certificate_created_at_idx ON public.record_digifab_certificate USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_certificate_expires_on_idx ON public.record_digifab_certificate USING btree (workspace_id, ((fields ->> 'expires_on'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_certificate_title_idx ON public.record_digifab_certificate USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_certificate_title_key_due ON public.record_digifab_certificate USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_certificate_title_key_idx ON public.record_digifab_certificate USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_certificate_updated_at_idx ON public.record_digifab_certificate USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_connection partition of record FOR VALUES IN ('digifab:connection');
CREATE INDEX record_digifab_connection_created_at_idx ON public.record_digifab_connection USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_connection_status_idx ON public.record_digifab_connection USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_connection_title_idx ON public.record_digifab_connection USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_connection_title_key_due ON public.record_digifab_connection USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_connection_title_key_idx ON public.record_digifab_connection USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_connection_updated_at_idx ON public.record_digifab_connection USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_file partition of record FOR VALUES IN ('digifab:file');
CREATE INDEX record_digifab_file_created_at_idx ON public.record_digifab_file USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_file_format_idx ON public.record_digifab_file USING btree (workspace_id, ((fields ->> 'format'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_file_title_idx ON public.record_digifab_file USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_file_title_key_due ON public.record_digifab_file USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_file_title_key_idx ON public.record_digifab_file USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_file_updated_at_idx ON public.record_digifab_file USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_job partition of record FOR VALUES IN ('digifab:job');
CREATE INDEX record_digifab_job_created_at_idx ON public.record_digifab_job USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_file_idx ON public.record_digifab_job USING btree (workspace_id, ((fields ->> 'file'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_machine_idx ON public.record_digifab_job USING btree (workspace_id, ((fields ->> 'machine'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_run_idx ON public.record_digifab_job USING btree (workspace_id, ((fields ->> 'run'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_status_idx ON public.record_digifab_job USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_task_idx ON public.record_digifab_job USING btree (workspace_id, ((fields ->> 'task'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_title_idx ON public.record_digifab_job USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_title_key_due ON public.record_digifab_job USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_job_title_key_idx ON public.record_digifab_job USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_updated_at_idx ON public.record_digifab_job USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_job_wake_at_due ON public.record_digifab_job USING btree (((fields ->> 'wake_at'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'wake_at'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_digifab_job_wake_at_idx ON public.record_digifab_job USING btree (workspace_id, ((fields ->> 'wake_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_machine partition of record FOR VALUES IN ('digifab:machine');
CREATE INDEX record_digifab_machine_connection_idx ON public.record_digifab_machine USING btree (workspace_id, ((fields ->> 'connection'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_created_at_idx ON public.record_digifab_machine USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_offline_after_due ON public.record_digifab_machine USING btree (((fields ->> 'offline_after'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'offline_after'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_digifab_machine_offline_after_idx ON public.record_digifab_machine USING btree (workspace_id, ((fields ->> 'offline_after'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_remote_id_idx ON public.record_digifab_machine USING btree (workspace_id, ((fields ->> 'remote_id'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_status_idx ON public.record_digifab_machine USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_title_idx ON public.record_digifab_machine USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_title_key_due ON public.record_digifab_machine USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_machine_title_key_idx ON public.record_digifab_machine USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_machine_updated_at_idx ON public.record_digifab_machine USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_maintenance partition of record FOR VALUES IN ('digifab:maintenance');
CREATE INDEX record_digifab_maintenance_check_at_due ON public.record_digifab_maintenance USING btree (((fields ->> 'check_at'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'check_at'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_digifab_maintenance_check_at_idx ON public.record_digifab_maintenance USING btree (workspace_id, ((fields ->> 'check_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_created_at_idx ON public.record_digifab_maintenance USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_due_idx ON public.record_digifab_maintenance USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'due'::text)) = 'boolean'::text) THEN ((fields ->> 'due'::text))::boolean
    ELSE NULL::boolean
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_machine_idx ON public.record_digifab_maintenance USING btree (workspace_id, ((fields ->> 'machine'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_target_idx ON public.record_digifab_maintenance USING btree (workspace_id, ((fields ->> 'target'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_title_idx ON public.record_digifab_maintenance USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_title_key_due ON public.record_digifab_maintenance USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_maintenance_title_key_idx ON public.record_digifab_maintenance USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_maintenance_updated_at_idx ON public.record_digifab_maintenance USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_pool partition of record FOR VALUES IN ('digifab:pool');
CREATE INDEX record_digifab_pool_created_at_idx ON public.record_digifab_pool USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_pool_title_idx ON public.record_digifab_pool USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_pool_title_key_due ON public.record_digifab_pool USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_pool_title_key_idx ON public.record_digifab_pool USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_pool_updated_at_idx ON public.record_digifab_pool USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_digifab_run partition of record FOR VALUES IN ('digifab:run');
CREATE INDEX record_digifab_run_created_at_idx ON public.record_digifab_run USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_run_status_idx ON public.record_digifab_run USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_run_title_idx ON public.record_digifab_run USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_run_title_key_due ON public.record_digifab_run USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_digifab_run_title_key_idx ON public.record_digifab_run USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_digifab_run_updated_at_idx ON public.record_digifab_run USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_bom_line partition of record FOR VALUES IN ('inventory:bom_line');
CREATE UNIQUE INDEX record_inventory_bom_line_assembly_component_key ON public.record_inventory_bom_line USING btree (workspace_id, ((fields ->> 'assembly'::text)) COLLATE "C", ((fields ->> 'component'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_bom_line_assembly_idx ON public.record_inventory_bom_line USING btree (workspace_id, ((fields ->> 'assembly'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_bom_line_component_idx ON public.record_inventory_bom_line USING btree (workspace_id, ((fields ->> 'component'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_bom_line_created_at_idx ON public.record_inventory_bom_line USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_bom_line_title_idx ON public.record_inventory_bom_line USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_bom_line_title_key_due ON public.record_inventory_bom_line USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_bom_line_title_key_idx ON public.record_inventory_bom_line USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_bom_line_updated_at_idx ON public.record_inventory_bom_line USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_build partition of record FOR VALUES IN ('inventory:build');
CREATE INDEX record_inventory_build_assembly_idx ON public.record_inventory_build USING btree (workspace_id, ((fields ->> 'assembly'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_created_at_idx ON public.record_inventory_build USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_due_idx ON public.record_inventory_build USING btree (workspace_id, ((fields ->> 'due'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_inventory_build_number_key ON public.record_inventory_build USING btree (workspace_id, ((fields ->> 'number'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_project_idx ON public.record_inventory_build USING btree (workspace_id, ((fields ->> 'project'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_status_idx ON public.record_inventory_build USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_title_idx ON public.record_inventory_build USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_title_key_due ON public.record_inventory_build USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_build_title_key_idx ON public.record_inventory_build USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_build_updated_at_idx ON public.record_inventory_build USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_category partition of record FOR VALUES IN ('inventory:category');
CREATE INDEX record_inventory_category_created_at_idx ON public.record_inventory_category USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_category_parent_idx ON public.record_inventory_category USING btree (workspace_id, ((fields ->> 'parent'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_category_title_idx ON public.record_inventory_category USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_category_title_key_due ON public.record_inventory_category USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_category_title_key_idx ON public.record_inventory_category USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_category_updated_at_idx ON public.record_inventory_category USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_count partition of record FOR VALUES IN ('inventory:count');
CREATE INDEX record_inventory_count_assignee_idx ON public.record_inventory_count USING btree (workspace_id, ((fields ->> 'assignee'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_count_created_at_idx ON public.record_inventory_count USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_count_status_idx ON public.record_inventory_count USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_count_title_idx ON public.record_inventory_count USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_count_title_key_due ON public.record_inventory_count USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_count_title_key_idx ON public.record_inventory_count USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_count_updated_at_idx ON public.record_inventory_count USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_loan partition of record FOR VALUES IN ('inventory:loan');
CREATE INDEX record_inventory_loan_created_at_idx ON public.record_inventory_loan USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_loan_due_idx ON public.record_inventory_loan USING btree (workspace_id, ((fields ->> 'due'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_loan_holder_user_idx ON public.record_inventory_loan USING btree (workspace_id, ((fields ->> 'holder_user'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_loan_overdue_from_due ON public.record_inventory_loan USING btree (((fields ->> 'overdue_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'overdue_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_inventory_loan_part_idx ON public.record_inventory_loan USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_loan_status_idx ON public.record_inventory_loan USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_loan_stock_item_idx ON public.record_inventory_loan USING btree (workspace_id, ((fields ->> 'stock_item'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_loan_title_key_due ON public.record_inventory_loan USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_inventory_movement partition of record FOR VALUES IN ('inventory:movement');
CREATE UNIQUE INDEX record_inventory_movement_cause_key_key ON public.record_inventory_movement USING btree (workspace_id, ((fields ->> 'cause_key'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_movement_created_at_idx ON public.record_inventory_movement USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_movement_part_idx ON public.record_inventory_movement USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_movement_posting_idx ON public.record_inventory_movement USING btree (workspace_id, ((fields ->> 'posting'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_movement_stock_item_idx ON public.record_inventory_movement USING btree (workspace_id, ((fields ->> 'stock_item'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_movement_title_key_due ON public.record_inventory_movement USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_inventory_parameter partition of record FOR VALUES IN ('inventory:parameter');
CREATE INDEX record_inventory_parameter_created_at_idx ON public.record_inventory_parameter USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_parameter_name_idx ON public.record_inventory_parameter USING btree (workspace_id, ((fields ->> 'name'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_parameter_part_idx ON public.record_inventory_parameter USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_inventory_parameter_part_name_key ON public.record_inventory_parameter USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C", ((fields ->> 'name'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_parameter_title_idx ON public.record_inventory_parameter USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_parameter_title_key_due ON public.record_inventory_parameter USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_parameter_title_key_idx ON public.record_inventory_parameter USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_parameter_updated_at_idx ON public.record_inventory_parameter USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_part partition of record FOR VALUES IN ('inventory:part');
CREATE INDEX record_inventory_part_available_idx ON public.record_inventory_part USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'available'::text)) = 'number'::text) THEN ((fields ->> 'available'::text))::numeric
    ELSE NULL::numeric
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_barcodes_has ON public.record_inventory_part USING gin (workspace_id, ((fields -> 'barcodes'::text)) jsonb_path_ops) WHERE ((deleted_at IS NULL) AND ((fields -> 'barcodes'::text) IS NOT NULL));
CREATE INDEX record_inventory_part_can_build_idx ON public.record_inventory_part USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'can_build'::text)) = 'number'::text) THEN ((fields ->> 'can_build'::text))::numeric
    ELSE NULL::numeric
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_category_idx ON public.record_inventory_part USING btree (workspace_id, ((fields ->> 'category'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_created_at_idx ON public.record_inventory_part USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_gtin_idx ON public.record_inventory_part USING btree (workspace_id, ((fields ->> 'gtin'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_inventory_part_ipn_key ON public.record_inventory_part USING btree (workspace_id, ((fields ->> 'ipn'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_mpn_idx ON public.record_inventory_part USING btree (workspace_id, ((fields ->> 'mpn'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_replace_from_due ON public.record_inventory_part USING btree (((fields ->> 'replace_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'replace_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_inventory_part_status_idx ON public.record_inventory_part USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_title_idx ON public.record_inventory_part USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_title_key_due ON public.record_inventory_part USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_part_title_key_idx ON public.record_inventory_part USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_part_updated_at_idx ON public.record_inventory_part USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_reservation partition of record FOR VALUES IN ('inventory:reservation');
CREATE INDEX record_inventory_reservation_created_at_idx ON public.record_inventory_reservation USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_ended_for_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'ended_for'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_expires_at_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'expires_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_expires_from_due ON public.record_inventory_reservation USING btree (((fields ->> 'expires_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'expires_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_inventory_reservation_for_id_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields #>> '{for,id}'::text[])) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_needed_by_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'needed_by'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_open_for_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'open_for'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_part_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_status_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_stock_item_idx ON public.record_inventory_reservation USING btree (workspace_id, ((fields ->> 'stock_item'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_title_idx ON public.record_inventory_reservation USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_title_key_due ON public.record_inventory_reservation USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_reservation_title_key_idx ON public.record_inventory_reservation USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_reservation_updated_at_idx ON public.record_inventory_reservation USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_inventory_stock_item partition of record FOR VALUES IN ('inventory:stock_item');
CREATE INDEX record_inventory_stock_item_created_at_idx ON public.record_inventory_stock_item USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_expires_on_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'expires_on'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_expiry_from_due ON public.record_inventory_stock_item USING btree (((fields ->> 'expiry_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'expiry_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_inventory_stock_item_installed_in_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'installed_in'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_loan_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'loan'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_location_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'location'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_lot_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'lot'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_part_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_inventory_stock_item_part_serial_key ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C", ((fields ->> 'serial'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_serial_idx ON public.record_inventory_stock_item USING btree (workspace_id, ((fields ->> 'serial'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_title_idx ON public.record_inventory_stock_item USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_title_key_due ON public.record_inventory_stock_item USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_inventory_stock_item_title_key_idx ON public.record_inventory_stock_item USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_inventory_stock_item_updated_at_idx ON public.record_inventory_stock_item USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_projects_comment partition of record FOR VALUES IN ('projects:comment');
CREATE INDEX record_projects_comment_author_idx ON public.record_projects_comment USING btree (workspace_id, ((fields ->> 'author'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_comment_created_at_idx ON public.record_projects_comment USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_comment_on_id_idx ON public.record_projects_comment USING btree (workspace_id, ((fields #>> '{on,id}'::text[])) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_comment_title_idx ON public.record_projects_comment USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_comment_title_key_due ON public.record_projects_comment USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_projects_comment_title_key_idx ON public.record_projects_comment USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_comment_updated_at_idx ON public.record_projects_comment USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_projects_dependency partition of record FOR VALUES IN ('projects:dependency');
CREATE INDEX record_projects_dependency_created_at_idx ON public.record_projects_dependency USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_dependency_needs_id_idx ON public.record_projects_dependency USING btree (workspace_id, ((fields ->> 'needs_id'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_dependency_needs_task_idx ON public.record_projects_dependency USING btree (workspace_id, ((fields ->> 'needs_task'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_dependency_task_idx ON public.record_projects_dependency USING btree (workspace_id, ((fields ->> 'task'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_projects_dependency_task_needs_task_key ON public.record_projects_dependency USING btree (workspace_id, ((fields ->> 'task'::text)) COLLATE "C", ((fields ->> 'needs_task'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_dependency_title_idx ON public.record_projects_dependency USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_dependency_title_key_due ON public.record_projects_dependency USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_projects_dependency_title_key_idx ON public.record_projects_dependency USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_dependency_updated_at_idx ON public.record_projects_dependency USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_projects_project partition of record FOR VALUES IN ('projects:project');
CREATE INDEX record_projects_project_created_at_idx ON public.record_projects_project USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_projects_project_key_key ON public.record_projects_project USING btree (workspace_id, ((fields ->> 'key'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_project_overdue_tasks_idx ON public.record_projects_project USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'overdue_tasks'::text)) = 'number'::text) THEN ((fields ->> 'overdue_tasks'::text))::numeric
    ELSE NULL::numeric
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_project_status_idx ON public.record_projects_project USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_project_target_date_idx ON public.record_projects_project USING btree (workspace_id, ((fields ->> 'target_date'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_project_title_idx ON public.record_projects_project USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_project_title_key_due ON public.record_projects_project USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_projects_project_title_key_idx ON public.record_projects_project USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_project_updated_at_idx ON public.record_projects_project USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_projects_state partition of record FOR VALUES IN ('projects:state');
CREATE INDEX record_projects_state_created_at_idx ON public.record_projects_state USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_state_project_idx ON public.record_projects_state USING btree (workspace_id, ((fields ->> 'project'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_projects_state_project_name_key ON public.record_projects_state USING btree (workspace_id, ((fields ->> 'project'::text)) COLLATE "C", ((fields ->> 'name'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_state_rank_idx ON public.record_projects_state USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'rank'::text)) = 'number'::text) THEN ((fields ->> 'rank'::text))::numeric
    ELSE NULL::numeric
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_state_title_idx ON public.record_projects_state USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_state_title_key_due ON public.record_projects_state USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_projects_state_title_key_idx ON public.record_projects_state USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_state_updated_at_idx ON public.record_projects_state USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_projects_task partition of record FOR VALUES IN ('projects:task');
CREATE INDEX record_projects_task_blocked_idx ON public.record_projects_task USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'blocked'::text)) = 'boolean'::text) THEN ((fields ->> 'blocked'::text))::boolean
    ELSE NULL::boolean
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_created_at_idx ON public.record_projects_task USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_due_at_idx ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'due_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_projects_task_number_key ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'number'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_projects_task_open_key_key ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'open_key'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_overdue_from_due ON public.record_projects_task USING btree (((fields ->> 'overdue_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'overdue_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_projects_task_overdue_idx ON public.record_projects_task USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'overdue'::text)) = 'boolean'::text) THEN ((fields ->> 'overdue'::text))::boolean
    ELSE NULL::boolean
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_parent_idx ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'parent'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_project_idx ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'project'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_project_rank_idx ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'project'::text)) COLLATE "C" NULLS FIRST, ((fields ->> 'rank'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_soon_from_due ON public.record_projects_task USING btree (((fields ->> 'soon_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'soon_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_projects_task_state_idx ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'state'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_status_idx ON public.record_projects_task USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_title_idx ON public.record_projects_task USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_title_key_due ON public.record_projects_task USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_projects_task_title_key_idx ON public.record_projects_task USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_task_updated_at_idx ON public.record_projects_task USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_projects_time_entry partition of record FOR VALUES IN ('projects:time_entry');
CREATE INDEX record_projects_time_entry_created_at_idx ON public.record_projects_time_entry USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_time_entry_started_at_idx ON public.record_projects_time_entry USING btree (workspace_id, ((fields ->> 'started_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_time_entry_task_idx ON public.record_projects_time_entry USING btree (workspace_id, ((fields ->> 'task'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_time_entry_title_idx ON public.record_projects_time_entry USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_time_entry_title_key_due ON public.record_projects_time_entry USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_projects_time_entry_title_key_idx ON public.record_projects_time_entry USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_time_entry_updated_at_idx ON public.record_projects_time_entry USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_projects_time_entry_user_idx ON public.record_projects_time_entry USING btree (workspace_id, ((fields ->> 'user'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_purchases_order partition of record FOR VALUES IN ('purchases:order');
CREATE INDEX record_purchases_order_created_at_idx ON public.record_purchases_order USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_expected_on_idx ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'expected_on'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_purchases_order_number_key ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'number'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_overdue_from_due ON public.record_purchases_order USING btree (((fields ->> 'overdue_from'::text)) COLLATE "C") WHERE ((deleted_at IS NULL) AND (((fields ->> 'overdue_from'::text) COLLATE "C") IS NOT NULL));
CREATE INDEX record_purchases_order_overdue_idx ON public.record_purchases_order USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'overdue'::text)) = 'boolean'::text) THEN ((fields ->> 'overdue'::text))::boolean
    ELSE NULL::boolean
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_project_idx ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'project'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_status_idx ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_supplier_idx ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'supplier'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_supplier_ref_idx ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'supplier_ref'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_purchases_order_supplier_supplier_ref_key ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'supplier'::text)) COLLATE "C", ((fields ->> 'supplier_ref'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_title_idx ON public.record_purchases_order USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_title_key_due ON public.record_purchases_order USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_purchases_order_title_key_idx ON public.record_purchases_order USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_tracking_number_idx ON public.record_purchases_order USING btree (workspace_id, ((fields ->> 'tracking_number'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_updated_at_idx ON public.record_purchases_order USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_purchases_order_item partition of record FOR VALUES IN ('purchases:order_item');
CREATE INDEX record_purchases_order_item_created_at_idx ON public.record_purchases_order_item USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_order_idx ON public.record_purchases_order_item USING btree (workspace_id, ((fields ->> 'order'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_part_idx ON public.record_purchases_order_item USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_status_idx ON public.record_purchases_order_item USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_supplier_part_idx ON public.record_purchases_order_item USING btree (workspace_id, ((fields ->> 'supplier_part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_title_idx ON public.record_purchases_order_item USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_title_key_due ON public.record_purchases_order_item USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_purchases_order_item_title_key_idx ON public.record_purchases_order_item USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_order_item_updated_at_idx ON public.record_purchases_order_item USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_purchases_receipt partition of record FOR VALUES IN ('purchases:receipt');
CREATE INDEX record_purchases_receipt_created_at_idx ON public.record_purchases_receipt USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_receipt_order_idx ON public.record_purchases_receipt USING btree (workspace_id, ((fields ->> 'order'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_receipt_packing_slip_idx ON public.record_purchases_receipt USING btree (workspace_id, ((fields ->> 'packing_slip'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_receipt_received_at_idx ON public.record_purchases_receipt USING btree (workspace_id, ((fields ->> 'received_at'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_receipt_title_key_due ON public.record_purchases_receipt USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_purchases_request partition of record FOR VALUES IN ('purchases:request');
CREATE INDEX record_purchases_request_created_at_idx ON public.record_purchases_request USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_needed_by_idx ON public.record_purchases_request USING btree (workspace_id, ((fields ->> 'needed_by'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_order_item_idx ON public.record_purchases_request USING btree (workspace_id, ((fields ->> 'order_item'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_part_idx ON public.record_purchases_request USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_status_idx ON public.record_purchases_request USING btree (workspace_id, ((fields ->> 'status'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_title_idx ON public.record_purchases_request USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_title_key_due ON public.record_purchases_request USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_purchases_request_title_key_idx ON public.record_purchases_request USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_request_updated_at_idx ON public.record_purchases_request USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_purchases_supplier partition of record FOR VALUES IN ('purchases:supplier');
CREATE INDEX record_purchases_supplier_active_idx ON public.record_purchases_supplier USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'active'::text)) = 'boolean'::text) THEN ((fields ->> 'active'::text))::boolean
    ELSE NULL::boolean
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_created_at_idx ON public.record_purchases_supplier USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_title_idx ON public.record_purchases_supplier USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_title_key_due ON public.record_purchases_supplier USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_purchases_supplier_title_key_idx ON public.record_purchases_supplier USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_updated_at_idx ON public.record_purchases_supplier USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_purchases_supplier_part partition of record FOR VALUES IN ('purchases:supplier_part');
CREATE INDEX record_purchases_supplier_part_created_at_idx ON public.record_purchases_supplier_part USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_part_idx ON public.record_purchases_supplier_part USING btree (workspace_id, ((fields ->> 'part'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_preferred_idx ON public.record_purchases_supplier_part USING btree (workspace_id, (
CASE
    WHEN (jsonb_typeof((fields -> 'preferred'::text)) = 'boolean'::text) THEN ((fields ->> 'preferred'::text))::boolean
    ELSE NULL::boolean
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_sku_idx ON public.record_purchases_supplier_part USING btree (workspace_id, ((fields ->> 'sku'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_supplier_idx ON public.record_purchases_supplier_part USING btree (workspace_id, ((fields ->> 'supplier'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX record_purchases_supplier_part_supplier_sku_key ON public.record_purchases_supplier_part USING btree (workspace_id, ((fields ->> 'supplier'::text)) COLLATE "C", ((fields ->> 'sku'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_title_idx ON public.record_purchases_supplier_part USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_title_key_due ON public.record_purchases_supplier_part USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_purchases_supplier_part_title_key_idx ON public.record_purchases_supplier_part USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_purchases_supplier_part_updated_at_idx ON public.record_purchases_supplier_part USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_spaces_location partition of record FOR VALUES IN ('spaces:location');
CREATE UNIQUE INDEX record_spaces_location_code_key ON public.record_spaces_location USING btree (workspace_id, ((fields ->> 'code'::text)) COLLATE "C") WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_location_created_at_idx ON public.record_spaces_location USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_location_parent_idx ON public.record_spaces_location USING btree (workspace_id, ((fields ->> 'parent'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_location_plan_idx ON public.record_spaces_location USING btree (workspace_id, ((fields ->> 'plan'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_location_title_idx ON public.record_spaces_location USING btree (workspace_id, title COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_location_title_key_due ON public.record_spaces_location USING btree (workspace_id, id) WHERE (title_key IS NULL);
CREATE INDEX record_spaces_location_title_key_idx ON public.record_spaces_location USING btree (workspace_id, COALESCE(title_key, title) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_location_updated_at_idx ON public.record_spaces_location USING btree (workspace_id, updated_at NULLS FIRST, id) WHERE (deleted_at IS NULL);

create table record_spaces_plan partition of record FOR VALUES IN ('spaces:plan');
CREATE INDEX record_spaces_plan_created_at_idx ON public.record_spaces_plan USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_plan_name_idx ON public.record_spaces_plan USING btree (workspace_id, ((fields ->> 'name'::text)) COLLATE "C" NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_plan_title_key_due ON public.record_spaces_plan USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_spaces_plan_part partition of record FOR VALUES IN ('spaces:plan_part');
CREATE INDEX record_spaces_plan_part_created_at_idx ON public.record_spaces_plan_part USING btree (workspace_id, created_at NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_plan_part_plan_number_idx ON public.record_spaces_plan_part USING btree (workspace_id, ((fields ->> 'plan'::text)) COLLATE "C" NULLS FIRST, (
CASE
    WHEN (jsonb_typeof((fields -> 'number'::text)) = 'number'::text) THEN ((fields ->> 'number'::text))::numeric
    ELSE NULL::numeric
END) NULLS FIRST, id) WHERE (deleted_at IS NULL);
CREATE INDEX record_spaces_plan_part_title_key_due ON public.record_spaces_plan_part USING btree (workspace_id, id) WHERE (title_key IS NULL);

create table record_change (
  workspace_id uuid not null,
  record_id uuid not null,
  user_id uuid,
  via_id uuid,
  at timestamp with time zone not null,
  version integer not null,
  kind text not null,
  operation text not null,
  actor_type text not null,
  via_type text not null,
  cause jsonb,
  before jsonb,
  after jsonb,
  via_client text,
  via_module text,
  constraint record_change_pkey PRIMARY KEY (workspace_id, record_id, version)
);
CREATE INDEX record_change_age ON public.record_change USING brin (at) WITH (pages_per_range='32', autosummarize='on');

create table record_listener (
  workspace_id uuid not null,
  process_id uuid not null,
  until timestamp with time zone not null,
  constraint record_listener_pkey PRIMARY KEY (workspace_id, process_id)
);

create table record_reference (
  workspace_id uuid not null,
  target_id uuid not null,
  source_id uuid not null,
  field text not null,
  source_kind text not null,
  target_kind text not null,
  on_delete text not null,
  constraint record_reference_on_delete_check CHECK ((on_delete = ANY (ARRAY['restrict'::text, 'clear'::text]))),
  constraint record_reference_pkey PRIMARY KEY (workspace_id, target_id, source_id, field)
);
CREATE INDEX record_reference_source ON public.record_reference USING btree (workspace_id, source_id);

create table record_search (
  workspace_id uuid not null,
  kind text not null,
  id uuid not null,
  title text not null,
  words tsvector not null,
  constraint record_search_pkey PRIMARY KEY (workspace_id, kind, id)
);
CREATE INDEX record_search_title ON public.record_search USING btree (workspace_id, title text_pattern_ops);
CREATE INDEX record_search_words ON public.record_search USING gin (words) WITH (gin_pending_list_limit='1024');

create table refresh_token (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint refresh_token_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX refresh_token_expiry ON public.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);

create table release_announcement (
  id uuid not null,
  version text not null,
  title text not null,
  notes text not null,
  url text,
  audience text not null,
  announced_by uuid,
  announced_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  workspace_count integer not null default 0,
  person_count integer not null default 0,
  constraint release_announcement_audience_check CHECK ((audience = ANY (ARRAY['admins'::text, 'all'::text]))),
  constraint release_announcement_pkey PRIMARY KEY (id),
  constraint release_announcement_version_key UNIQUE (version)
);

create table release_heard (
  announcement_id uuid not null,
  user_id uuid not null,
  constraint release_heard_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES release_announcement(id) ON DELETE CASCADE,
  constraint release_heard_pkey PRIMARY KEY (announcement_id, user_id)
);

create table releases_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint releases_migration_pkey PRIMARY KEY (name)
);

create table releases_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint releases_migration_lock_pkey PRIMARY KEY (id)
);

create table retired_value (
  workspace_id uuid not null,
  record_id uuid not null,
  field text not null,
  module_version text not null,
  kind text not null,
  value jsonb not null,
  retired_at timestamp with time zone not null,
  constraint retired_value_pkey PRIMARY KEY (workspace_id, record_id, field, module_version)
);
CREATE INDEX retired_value_age ON public.retired_value USING btree (retired_at);

create table saved_view (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  filter text,
  sort text,
  fields text[],
  layout text not null,
  layout_options jsonb not null,
  shared boolean not null,
  locked boolean not null,
  "position" integer not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  "group" text,
  lanes text,
  constraint saved_view_layout_check CHECK ((layout = ANY (ARRAY['table'::text, 'board'::text, 'calendar'::text, 'gallery'::text]))),
  constraint saved_view_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX saved_view_order ON public.saved_view USING btree (workspace_id, "position", id);

create table search_fill (
  kind text not null,
  made_for text not null,
  last_workspace uuid,
  last_id uuid,
  done boolean not null,
  constraint search_fill_pkey PRIMARY KEY (kind)
);

create table search_word (
  workspace_id uuid not null,
  word text not null,
  record_id uuid not null,
  constraint search_word_pkey PRIMARY KEY (workspace_id, word, record_id)
);
CREATE INDEX search_word_alike ON public.search_word USING gin (workspace_id, word gin_trgm_ops) WITH (gin_pending_list_limit='256');

create table session (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  device text,
  address text,
  last_used_at timestamp with time zone,
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id)
);
CREATE INDEX session_by_user ON public.session USING btree (user_id) WHERE (ended_at IS NULL);

create table tag (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint tag_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint tag_pkey PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX tag_name ON public.tag USING btree (workspace_id, name_key);

create table transfer_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint transfer_migration_pkey PRIMARY KEY (name)
);

create table transfer_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint transfer_migration_lock_pkey PRIMARY KEY (id)
);

create table upgrade (
  id text not null,
  last_workspace uuid,
  last_id uuid,
  done boolean not null,
  last_version integer,
  constraint upgrade_pkey PRIMARY KEY (id)
);

create table user_setting (
  user_id uuid not null,
  workspace_id uuid not null,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint user_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint user_setting_pkey PRIMARY KEY (user_id, workspace_id, key)
);
CREATE INDEX user_setting_workspace ON public.user_setting USING btree (workspace_id);

create table views_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint views_migration_pkey PRIMARY KEY (name)
);

create table views_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint views_migration_lock_pkey PRIMARY KEY (id)
);

create table wire (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  enabled boolean not null,
  paused boolean not null default false,
  event text not null,
  condition text,
  action text not null,
  record text,
  input jsonb not null,
  mode text not null,
  trace boolean not null default false,
  rate_cap integer,
  default_module text,
  default_key text,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  run_count bigint not null default 0,
  failure_count bigint not null default 0,
  last_run_at timestamp with time zone,
  constraint wire_mode_check CHECK ((mode = ANY (ARRAY['parallel'::text, 'queued'::text, 'single'::text]))),
  constraint wire_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX wire_by_event ON public.wire USING btree (workspace_id, event) WHERE (enabled AND (NOT paused));
CREATE INDEX wire_deleted ON public.wire USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

create table wire_alarm (
  workspace_id uuid not null,
  wire_id uuid not null,
  raised_at timestamp with time zone not null,
  constraint wire_alarm_pkey PRIMARY KEY (workspace_id, wire_id)
);

create table wire_default (
  workspace_id uuid not null,
  module text not null,
  key text not null,
  wire_id uuid not null,
  installed_at timestamp with time zone not null,
  constraint wire_default_pkey PRIMARY KEY (workspace_id, module, key)
);

create table wire_rate (
  workspace_id uuid not null,
  wire_id uuid not null,
  window_started_at timestamp with time zone not null,
  runs integer not null,
  cap integer not null,
  tripped_at timestamp with time zone,
  constraint wire_rate_pkey PRIMARY KEY (workspace_id, wire_id)
);

create table wire_run (
  workspace_id uuid not null,
  id uuid not null,
  wire_id uuid,
  subscription text,
  event_id uuid not null,
  event_position bigint not null,
  ordinal integer not null default 0,
  state text not null default 'pending'::text,
  over_cap boolean not null default false,
  lane text,
  record_id uuid,
  depth integer not null,
  root_event_id uuid not null,
  cause_run_id uuid,
  chain text[] not null default '{}'::text[],
  held text,
  held_version integer,
  attempts integer not null default 0,
  attempts_left integer not null,
  available_at timestamp with time zone,
  error jsonb,
  result jsonb,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  counted boolean not null default false,
  split boolean not null default false,
  constraint wire_run_check CHECK (((wire_id IS NULL) <> (subscription IS NULL))),
  constraint wire_run_held_check CHECK ((held = ANY (ARRAY['paused'::text, 'blocked'::text]))),
  constraint wire_run_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'skipped'::text, 'failed'::text]))),
  constraint wire_run_pkey PRIMARY KEY (workspace_id, id)
) with {autovacuum_vacuum_scale_factor=0.02,autovacuum_analyze_scale_factor=0.05};
CREATE INDEX wire_run_age ON public.wire_run USING brin (finished_at);
CREATE INDEX wire_run_due ON public.wire_run USING btree (workspace_id, available_at, event_position, ordinal) WHERE ((state = 'pending'::text) AND (available_at IS NOT NULL));
CREATE INDEX wire_run_failed ON public.wire_run USING btree (workspace_id, event_position, ordinal) WHERE (state = 'failed'::text);
CREATE INDEX wire_run_held ON public.wire_run USING btree (workspace_id, wire_id) WHERE ((state = 'pending'::text) AND (held IS NOT NULL));
CREATE INDEX wire_run_history ON public.wire_run USING btree (wire_id, workspace_id, event_position, ordinal);
CREATE INDEX wire_run_lane ON public.wire_run USING btree (workspace_id, wire_id, lane, event_position, ordinal) WHERE ((state = 'pending'::text) AND (lane IS NOT NULL));
CREATE UNIQUE INDEX wire_run_once ON public.wire_run USING btree (workspace_id, event_id, wire_id, ordinal) WHERE (wire_id IS NOT NULL);
CREATE INDEX wire_run_root ON public.wire_run USING btree (root_event_id, workspace_id) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX wire_run_subscription ON public.wire_run USING btree (workspace_id, event_id, subscription) WHERE (subscription IS NOT NULL);
CREATE INDEX wire_run_uncounted ON public.wire_run USING btree (workspace_id, wire_id) WHERE ((wire_id IS NOT NULL) AND (state = ANY (ARRAY['succeeded'::text, 'failed'::text])) AND (NOT counted));

create table wire_workspace (
  workspace_id uuid not null,
  paused boolean not null default false,
  schema_version integer,
  defaults text,
  constraint wire_workspace_pkey PRIMARY KEY (workspace_id)
);

create table wires_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint wires_migration_pkey PRIMARY KEY (name)
);

create table wires_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint wires_migration_lock_pkey PRIMARY KEY (id)
);

create table workspace (
  id uuid not null,
  slug text not null,
  name text not null,
  settings jsonb not null default '{}'::jsonb,
  schema_version integer not null default 1,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  deleted_at timestamp with time zone,
  constraint workspace_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX workspace_slug ON public.workspace USING btree (slug) WHERE (deleted_at IS NULL);

create table workspace_module (
  workspace_id uuid not null,
  module text not null,
  enabled boolean not null,
  settings jsonb not null default '{}'::jsonb,
  secrets jsonb not null default '{}'::jsonb,
  constraint workspace_module_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE,
  constraint workspace_module_pkey PRIMARY KEY (workspace_id, module)
);

create sequence event_position;

CREATE OR REPLACE FUNCTION public.notification_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.notification_matches(pattern text, name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select pattern = name or (right(pattern, 1) = '*' and starts_with(name, left(pattern, -1)))
$function$
;

CREATE OR REPLACE FUNCTION public.notification_weight(priority text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_position(array['low', 'normal', 'high', 'urgent'], priority)
$function$
;

CREATE OR REPLACE FUNCTION public.record_fill_defaults()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.fields := tg_argv[0]::jsonb || new.fields;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.record_forget_title_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.title_key := null;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.wire_run_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$function$
;

CREATE TRIGGER record_title_changed BEFORE UPDATE OF title ON public.record FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) AND (NOT (new.title_key IS DISTINCT FROM old.title_key)))) EXECUTE FUNCTION record_forget_title_key();

create extension btree_gin;

create extension pg_trgm;
