import { sql, type Kysely } from 'kysely';
import { Type } from 'typebox';
import { asTooCostly, type DatabaseSchema, defineRoute } from '@cubit/database';
import {
  invalidQuery,
  type RouteDefinition,
  type WorkspaceAccess,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';
import { findByParameters } from './find-by-parameters.js';
import { findRecords, type Hit } from './find-records.js';
import { searchedFields, textsIn } from './search-document.js';
import { parseSearch } from './search-query.js';
import { snippetOf } from './snippet.js';

const MAX_QUERY = 500;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const resultSchema = Type.Object(
  {
    kind: Type.String({ examples: ['inventory:part'] }),
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    snippet: Type.String({ description: 'Plain text of the record around the match.' }),
    rank: Type.Number({ description: 'Higher is better; comparable within one answer.' }),
  },
  { additionalProperties: false, title: 'SearchResult' },
);

export function searchRoute(services: KernelServices): RouteDefinition {
  const { database, registry } = services;
  return defineRoute({
    operationId: 'search',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/search',
    summary: 'Search every record',
    description:
      'Searches titles, searchable fields, custom text fields and tags of all enabled kinds. All words are required, each as a whole word or a prefix; `"a phrase"`, `-without`, `this or that`. ' +
      'Case, accents and the punctuation of part numbers are ignored. If nothing matches, titles with similar words are found. Titles come first. `resistance >= 10k && tolerance <= 1%` finds records by their parameters.',
    tag: 'Search',
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(
      {
        q: Type.String({ maxLength: MAX_QUERY, description: 'The query.' }),
        kinds: Type.Optional(
          Type.String({
            maxLength: 2_000,
            description: 'Only these kinds, separated by commas.',
            examples: ['inventory:part'],
          }),
        ),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Results at most.' }),
        ),
      },
      { additionalProperties: false },
    ),
    responses: {
      200: { description: 'The matches, the best first.', schema: Type.Object({ data: Type.Array(resultSchema) }) },
    },
    errors: ['query_too_costly'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { q: text, kinds, limit = DEFAULT_LIMIT } = request.query;
      const query = parseSearch(text, workspace.id);
      const find = { workspaceId: workspace.id, kinds: kindsOf(workspace, kinds), text, query, limit };
      const byParameters = findByParameters(services, { workspace, kinds: find.kinds, text, limit });
      const search = async () => (await byParameters) ?? findRecords(database, find);
      const hits = await search().catch((error: unknown) => {
        throw asTooCostly(error, 'search for fewer or longer words, or in fewer `kinds`');
      });
      return {
        status: 200,
        body: { data: await present(database.db, { registry, workspace, hits, words: query.words }) },
      };
    },
  });
}

function kindsOf({ schema }: WorkspaceAccess, kinds: string | undefined): readonly string[] {
  if (kinds === undefined) return [...schema.kinds.keys()];
  const named = kinds.split(',').map((kind) => kind.trim());
  const unknown = named.find((kind) => !schema.kinds.has(kind));
  if (unknown !== undefined) throw invalidQuery('kinds', `There is no kind '${unknown}'.`);
  return named;
}

interface Presentation extends Pick<KernelServices, 'registry'> {
  readonly workspace: WorkspaceAccess;
  readonly hits: readonly Hit[];
  readonly words: readonly string[];
}

interface Found {
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** Titles and texts of what was found, in one query. */
async function present(
  db: Kysely<DatabaseSchema>,
  { registry, workspace, hits, words }: Presentation,
): Promise<readonly object[]> {
  const parts = [...Map.groupBy(hits, ({ kind }) => kind)].flatMap(([kindId, group]) => {
    const kind = registry.kinds.get(kindId);
    const ids = group.map(({ id }) => id);
    if (!kind) return [];
    return [
      sql`select id, title, fields, tags from ${sql.table(kind.partition)}
      where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)} and id = any(${ids}::uuid[]) and deleted_at is null`,
    ];
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap(({ kind, id, rank }) => {
    const row = byId.get(id);
    const shape = workspace.schema.kinds.get(kind);
    if (!row || !shape) return [];
    const texts = [...searchedFields(shape).flatMap(({ name }) => textsIn(row.fields[name])), ...row.tags];
    return [{ kind, id, title: row.title, snippet: snippetOf(texts, words), rank: Number(rank.toFixed(4)) }];
  });
}
