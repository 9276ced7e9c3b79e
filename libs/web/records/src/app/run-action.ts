import { type ActionUndo, type Api, apiPaths, type RecordRef } from '@cubit/web-client';

/** What an action runs on: nothing, one record, up to 200 of them, or all records of a kind that a filter selects. */
export interface ActionTarget {
  readonly record?: RecordRef | undefined;
  readonly records?: readonly RecordRef[] | undefined;
  readonly filter?: { readonly kind: string; readonly filter: string } | undefined;
}

export interface ActionCall extends ActionTarget {
  /** Its id: `inventory:use`. */
  readonly action: string;
  readonly input: unknown;
  /** The same on each try of the same call. */
  readonly key?: string | undefined;
}

/** Runs an action. Throws what the server refuses. */
export function runAction<Answer>(
  api: Api,
  slug: string,
  { action, input, key, ...target }: ActionCall,
): Promise<Answer> {
  const body = { ...targetBody(target), input };
  return api.post<Answer>(apiPaths.action(slug, action), body, { ...(key !== undefined && { idempotencyKey: key }) });
}

const refOf = ({ kind, id }: RecordRef): RecordRef => ({ kind, id });

function targetBody({ record, records, filter }: ActionTarget): object {
  if (filter) return filter;
  if (records) return { records: records.map(refOf) };
  return record ? { record: refOf(record) } : {};
}

/** Actions in one batch. */
const BATCH = 100;

/** What takes back actions, the last first. After a failure, another call goes on with those that are left. */
export function undoOf(api: Api, slug: string, undos: readonly ActionUndo[]): () => Promise<void> {
  const left = undos.map(({ action, record, input }) => ({ action, ...(record && { record: refOf(record) }), input }));
  return async () => {
    while (left.length > 0) {
      const actions = left.slice(-BATCH).reverse();
      const [only] = actions;
      if (only && actions.length === 1) await runAction(api, slug, only);
      else await api.post(`${apiPaths.workspace(slug)}/actions/batch`, { actions });
      left.length -= actions.length;
    }
  };
}
