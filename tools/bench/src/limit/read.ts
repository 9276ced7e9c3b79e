import type pg from 'pg';
import { GROUPS, LISTS, PAGE } from '../figures/lists.js';
import type { NativeKind } from './native-kind.js';
import { preparedTexts } from './statements.js';

const ID = 0;
const TITLE = 1;

/** Reads parts from their table: one statement for each way in which they are asked for. */
export class PartReader {
  readonly #db: pg.Pool;
  readonly #kind: NativeKind;
  readonly #read: string;
  readonly #groups: string;
  readonly #lists: ReadonlyMap<string, { readonly page: string; readonly count: string | null; readonly size: number }>;

  constructor(db: pg.Pool, kind: NativeKind) {
    this.#db = db;
    this.#kind = kind;
    const { select, table } = kind;
    this.#read = `select ${select} from ${table} where workspace_id = $1 and id = $2 and deleted_at is null`;
    const { key, summed } = GROUPS;
    this.#groups = `select ${key}, count(*), sum(${summed}) from ${table} where workspace_id = $1 and deleted_at is null
      group by ${key} order by ${key} nulls last`;
    this.#lists = new Map(
      LISTS.map(({ id, where, order, size = PAGE, counts = false }) => {
        const scope = `from ${table} where workspace_id = $1 and deleted_at is null and ${where}`;
        const page = `select ${select} ${scope} order by ${order} limit ${size + 1}`;
        return [id, { page, count: counts ? `select count(*) ${scope}` : null, size }];
      }),
    );
  }

  async part(workspaceId: string, id: string): Promise<string | null> {
    const [row] = await preparedTexts(this.#db, this.#read, [workspaceId, id]);
    return row ? this.#kind.text(row) : null;
  }

  async list(workspaceId: string, id: string, values: readonly string[]): Promise<string | null> {
    const list = this.#lists.get(id);
    if (list === undefined) return null;
    const rows = await preparedTexts(this.#db, list.page, [workspaceId, ...values]);
    const page = rows.slice(0, list.size);
    const last = page.at(-1);
    const more = rows.length > list.size && last;
    const cursor = more ? Buffer.from(`${last[TITLE]}/${last[ID]}`).toString('base64url') : null;
    const data = `"data":[${page.map((row) => this.#kind.text(row)).join(',')}],"next_cursor":${JSON.stringify(cursor)}`;
    if (list.count === null) return `{${data}}`;
    const [count] = await preparedTexts(this.#db, list.count, [workspaceId, ...values]);
    return `{${data},"total":${count?.[0] ?? ''}}`;
  }

  async groups(workspaceId: string): Promise<string> {
    const rows = await preparedTexts(this.#db, this.#groups, [workspaceId]);
    const groups = rows.map(([value = null, count = null, sum = null]) => {
      const values = `{"count":${count},"sum:${GROUPS.summed}":${sum}}`;
      return `{"group":{"${GROUPS.key}":${JSON.stringify(value)}},"titles":{},"values":${values}}`;
    });
    return `{"groups":[${groups.join(',')}],"group_count":${rows.length}}`;
  }
}
