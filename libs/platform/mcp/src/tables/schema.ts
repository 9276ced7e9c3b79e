import type { JSONColumnType, Kysely, Selectable } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

/** The target as it was when the agent asked. */
export interface ApprovedRecord {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

/** `used`: the action ran. An approval that is pending or approved at `expires_at` has expired. */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'used';

interface ApprovalTable {
  workspace_id: string;
  id: string;
  /** Owner of the token, who decides. */
  user_id: string;
  token_id: string;
  token_name: string;
  client: string;
  action: string;
  record: JSONColumnType<ApprovedRecord> | null;
  record_version: number | null;
  input: JSONColumnType<Readonly<Record<string, unknown>>>;
  /** Of token, action, record and input. */
  digest: string;
  state: ApprovalState;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
}

interface ConfirmationTable {
  workspace_id: string;
  id: string;
  spent_at: Date;
}

export type ApprovalRow = Selectable<ApprovalTable>;
export type AgentDatabase = Kysely<
  DatabaseSchema & { agent_approval: ApprovalTable; agent_confirmation: ConfirmationTable }
>;

/** The database with the tables of this package. */
export function agentsIn(db: Kysely<DatabaseSchema> | Transaction['db']): AgentDatabase {
  return db as unknown as AgentDatabase;
}
