import type { KindHookContext } from './context.js';
import type { KindDefinition, RecordDraft } from './kind.js';
import { type ErrorDetail, validationFailed } from '../errors/cubit-error.js';

const MAX_DEPTH = 32;

interface TreeReference {
  readonly kind: KindDefinition;
  /** The field that refers to the parent record. */
  readonly field: string;
}

/**
 * For the `beforeWrite` of a kind whose records form a tree: throws `422` at the field if a record would become its own ancestor,
 * or if the tree would exceed 32 levels. One query per level, whatever the number of drafts. The ancestors of a moved record are
 * locked, so that two concurrent moves cannot create a cycle.
 */
export async function refuseCycles(
  context: KindHookContext,
  drafts: readonly RecordDraft[],
  { kind, field }: TreeReference,
): Promise<void> {
  const moved = drafts.filter((draft) => {
    const above = parentOf(draft.fields, field);
    return above !== undefined && (draft.operation !== 'update' || above !== parentOf(draft.before?.fields, field));
  });
  const overrides = new Map(drafts.map((draft) => [draft.id, parentOf(draft.fields, field)]));
  const faults: ErrorDetail[] = [];
  let open = moved.map((draft) => ({ draft, at: parentOf(draft.fields, field) }));
  for (let depth = 1; open.length > 0; depth += 1) {
    const circles = open.filter(({ draft, at }) => at === draft.id);
    faults.push(
      ...circles.map(({ draft }) => fault(draft.path(field), 'cycle', 'A record cannot be its own ancestor.')),
    );
    open = open.filter(({ draft, at }) => at !== undefined && at !== draft.id);
    if (depth > MAX_DEPTH) {
      faults.push(...open.map(({ draft }) => fault(draft.path(field), 'too_deep', `More than ${MAX_DEPTH} levels.`)));
      break;
    }
    const ids = open.flatMap(({ at }) => (at === undefined || overrides.has(at) ? [] : [at]));
    const isMove = open.some(({ draft }) => draft.operation !== 'create');
    const above = await (isMove ? context.records.lock(kind, ids) : context.records.getMany(kind, ids));
    open = open.map(({ draft, at = '' }) => ({
      draft,
      at: overrides.has(at) ? overrides.get(at) : parentOf(above.get(at)?.fields, field),
    }));
  }
  if (faults.length > 0) throw validationFailed(faults);
}

function parentOf(fields: unknown, field: string): string | undefined {
  const value = (fields as Readonly<Record<string, unknown>> | undefined)?.[field];
  return typeof value === 'string' ? value : undefined;
}

function fault(path: string, code: string, message: string): ErrorDetail {
  return { path, code, message };
}
