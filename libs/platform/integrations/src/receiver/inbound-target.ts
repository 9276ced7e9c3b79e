import { hashToken } from '@cubit/access';
import type { Database } from '@cubit/database';

/** The integration that a URL belongs to. */
export interface InboundTarget {
  readonly workspaceId: string;
  readonly slug: string;
  readonly workspaceName: string;
  readonly schemaVersion: number;
  readonly id: string;
  /** Hash of the token in the URL. */
  readonly tokenHash: Buffer;
  readonly revoked: boolean;
  /** Null if the integration was deleted. */
  readonly integration: {
    readonly connector: string;
    readonly name: string;
    readonly config: Readonly<Record<string, unknown>>;
    readonly secret: Buffer | null;
  } | null;
}

interface TargetRow {
  readonly workspace_id: string;
  readonly slug: string;
  readonly workspace_name: string;
  readonly schema_version: number;
  readonly integration_id: string;
  readonly revoked: boolean;
  readonly connector: string | null;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secret: Buffer | null;
}

const TARGET = `select t.workspace_id, w.slug, w.name as workspace_name, w.schema_version, t.integration_id,
  t.revoked_at is not null as revoked, i.connector, i.name, i.config, i.secret
from integration_token t
join workspace w on w.id = t.workspace_id and w.deleted_at is null
left join integration i on i.workspace_id = t.workspace_id and i.id = t.integration_id
where t.token_hash = $1`;

/** The integration of a URL token; null if the token is unknown. One query. */
export async function findTarget(database: Database, token: string): Promise<InboundTarget | null> {
  const tokenHash = hashToken(token);
  const [row] = await database.read<TargetRow>(TARGET, [tokenHash]);
  if (!row) return null;
  const { workspace_id: workspaceId, slug, workspace_name: workspaceName, schema_version: schemaVersion } = row;
  const { integration_id: id, revoked, connector, name, config, secret } = row;
  const integration = connector === null ? null : { connector, name, config, secret };
  return { workspaceId, slug, workspaceName, schemaVersion, id, tokenHash, revoked, integration };
}
