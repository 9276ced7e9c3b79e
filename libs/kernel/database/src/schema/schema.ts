import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Actor, Cause, CustomFieldName, Role } from '@cubit/core/host';

/** Tables of the kernel. Every workspace-owned one has a primary key that starts with `workspace_id`, and every query names it. */
export interface DatabaseSchema {
  app_user: UserTable;
  user_setting: UserSettingTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  one_time_link: OneTimeLinkTable;
  workspace: WorkspaceTable;
  member: MemberTable;
  invitation: InvitationTable;
  workspace_module: WorkspaceModuleTable;
  api_token: ApiTokenTable;
  oauth_grant: OauthGrantTable;
  oauth_refresh_token: OauthRefreshTokenTable;
  oauth_authorization: OauthAuthorizationTable;
  display: DisplayTable;
  display_pairing: DisplayPairingTable;
  audit_log: AuditLogTable;
  idempotency_key: IdempotencyKeyTable;
  instance_secret: { name: string; value: Buffer };
  event: EventTable;
  field_definition: FieldDefinitionTable;
  tag: TagTable;
}

interface UserTable {
  id: string;
  email: string;
  /** The normalised address for comparisons: trimmed, Unicode-normalised, lower case. Unique. */
  email_key: string;
  name: string;
  password_hash: string;
  instance_admin: boolean;
  created_at: Date;
  updated_at: Date;
}
interface UserSettingTable {
  user_id: string;
  /** The nil UUID: the setting holds in all workspaces. */
  workspace_id: string;
  key: string;
  value: JSONColumnType<unknown[] | object>;
  updated_at: Date;
}
interface SessionTable {
  id: string;
  user_id: string;
  created_at: Date;
  ended_at: Date | null;
  /** Name of the browser or program that signed in; null if it is unknown, also in the next two. */
  device: string | null;
  /** Address of the sign-in. */
  address: string | null;
  /** The last sign-in or refresh. */
  last_used_at: Date | null;
}
interface OneTimeLinkTable {
  /** SHA-256 of the opaque token. */
  token_hash: Buffer;
  user_id: string;
  kind: 'password_reset';
  created_at: Date;
  expires_at: Date;
  /** When it was used, or voided by a newer one or a change of the account. */
  used_at: Date | null;
}
interface RefreshTokenTable {
  /** SHA-256 of the opaque token. */
  token_hash: Buffer;
  session_id: string;
  created_at: Date;
  expires_at: Date;
  /** When the token was exchanged. A second use ends the session. */
  spent_at: Date | null;
}
interface WorkspaceTable {
  id: string;
  slug: string;
  name: string;
  settings: JSONColumnType<Record<string, unknown>>;
  /** Increased by every change of modules, settings or fields: the key of cached derived state. */
  schema_version: Generated<number>;
  created_at: Date;
  created_by: string;
  deleted_at: Date | null;
}
interface MemberTable {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: Date;
}
interface InvitationTable {
  workspace_id: string;
  id: string;
  email: string;
  role: Role;
  token_hash: Buffer;
  /** Only the account of `email` can use it. */
  bind: Generated<boolean>;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}
interface WorkspaceModuleTable {
  workspace_id: string;
  module: string;
  enabled: boolean;
  settings: JSONColumnType<Record<string, unknown>>;
  /** Sealed, by name. */
  secrets: ColumnType<Record<string, string>, string | undefined, string>;
}
interface ApiTokenTable {
  id: string;
  user_id: string;
  workspace_id: string | null;
  name: string;
  token_prefix: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}
/** A client that a person connected: an API token that its refresh tokens renew. */
interface OauthGrantTable {
  token_id: string;
  client_id: string;
  /** When the newest refresh token expires. */
  expires_at: Date;
}

interface OauthRefreshTokenTable {
  token_hash: Buffer;
  token_id: string;
  created_at: Date;
  expires_at: Date;
  spent_at: Date | null;
}

/** A client's request for access, and the code that the person's consent gives it. */
interface OauthAuthorizationTable {
  id: string;
  user_id: string;
  session_id: string;
  workspace_id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  state: string | null;
  code_challenge: string;
  scopes: string[];
  created_at: Date;
  /** Of the request until the decision; afterwards of the code. */
  expires_at: Date;
  decided_at: Date | null;
  /** Null without consent. */
  code_hash: Buffer | null;
  /** The token that the code was exchanged for. */
  token_id: string | null;
}
interface DisplayTable {
  workspace_id: string;
  id: string;
  title: string;
  shows: JSONColumnType<DisplayContent>;
  /** Kinds whose records it shows. */
  kinds: string[];
  /** Null until the screen has fetched its credential. */
  token_hash: Buffer | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}
/** What a display shows: the machines of the workspace with their jobs, or the records of a shared view. */
export type DisplayContent = { readonly type: 'machines' } | { readonly type: 'view'; readonly view: string };
/** A screen that shows a code. */
interface DisplayPairingTable {
  secret_hash: Buffer;
  code: string;
  created_at: Date;
  expires_at: Date;
  /** The display that it became; null while it waits. */
  display_id: string | null;
}
interface AuditLogTable {
  id: string;
  /** Null for entries of the instance (registration, sign-in). */
  workspace_id: string | null;
  at: Date;
  /** The actor or the affected user; null if unknown. */
  user_id: string | null;
  actor: JSONColumnType<Actor>;
  /** `token.created`, `member.role_changed`. */
  action: string;
  target: JSONColumnType<Record<string, unknown>>;
  address: string | null;
}
interface IdempotencyKeyTable {
  /** The nil UUID for routes without a workspace. */
  workspace_id: string;
  credential_id: string;
  key: string;
  request_hash: Buffer;
  status: number;
  headers: JSONColumnType<Record<string, string>>;
  body: string | null;
  created_at: Date;
}
interface EventTable {
  workspace_id: string;
  id: string;
  name: string;
  occurred_at: Date;
  actor: JSONColumnType<Actor>;
  cause: JSONColumnType<Cause> | null;
  payload: JSONColumnType<Record<string, unknown>>;
  /** Kind of the record that the event is about. */
  subject_kind: string | null;
  /** Every record in the payload, the subject first. */
  record_ids: string[];
}
interface FieldDefinitionTable {
  workspace_id: string;
  id: string;
  kind: string;
  name: string;
  title: string;
  type: CustomFieldName;
  required: boolean;
  options: string[] | null;
  default: JSONColumnType<NonNullable<unknown>> | null;
  target_kind: string | null;
  on_delete: 'restrict' | 'clear' | null;
  unit: string | null;
  help: string | null;
  position: number;
  indexed: boolean;
  is_unique: boolean;
  /** The job that last updated the index of the field. */
  index_job: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  /** Its values are kept but hidden until they are purged. */
  deleted_at: Date | null;
  /** The job that purges its values and then the row itself. */
  purge_job: string | null;
}
interface TagTable {
  workspace_id: string;
  id: string;
  name: string;
  /** The normalised name for comparisons: Unicode-normalised, lower case. Unique in the workspace. */
  name_key: string;
  color: string;
  created_at: Date;
  updated_at: Date;
}
