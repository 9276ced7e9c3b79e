import { validate as isUuid } from 'uuid';
import type { Transaction } from '@cubit/database';
import { targetOf } from '../keys/page-keys.js';
import { joinPath } from '../keys/record-keys.js';
import { titlesOf } from '../keys/tree-titles.js';
import type { BatchState } from './batch-context.js';
import { createNested, findOrCreate } from './find-or-create.js';
import { nodeOf, type ImportNode } from './import-node.js';
import { emptyDraft, type ReferenceDraft, type RowDraft } from './row-draft.js';

interface Wanted {
  readonly key: string;
  readonly foreign: string | null;
  /** The first row that names it. */
  readonly draft: RowDraft;
}

/** Creates the records that references name by a title or a path and that do not exist, of the kinds that the import may create. */
export async function createMissing(state: BatchState, tx: Transaction, drafts: readonly RowDraft[]): Promise<void> {
  const { creates, kind } = state.context;
  if (creates.size === 0) return;
  const byTarget = new Map<string, Map<string, Wanted>>();
  for (const draft of drafts.filter(({ faults }) => faults.length === 0))
    for (const reference of draft.references.values()) {
      const target = targetOf(reference.field);
      // A later row may be the record: it is created only after the last row.
      if (!creates.has(target) || (target === kind.id && !state.isLast)) continue;
      const wanted = byTarget.get(target) ?? new Map<string, Wanted>();
      byTarget.set(target, wanted);
      const { foreign } = reference;
      for (const key of missingKeys(state, reference)) wanted.set(key, wanted.get(key) ?? { key, foreign, draft });
    }
  for (const [target, wanted] of byTarget) {
    const { host, workspace } = state.context;
    const { reading } = state.context.node;
    const node = nodeOf({ registry: host.services.registry, schema: workspace.schema, reading }, target);
    if (!node || wanted.size === 0) continue;
    if (node.tree === null) await createTitles(state, tx, { node, wanted: [...wanted.values()] });
    else await createPaths(state, tx, { node, wanted: [...wanted.values()] });
  }
}

function missingKeys({ context: { lookup } }: BatchState, reference: ReferenceDraft): readonly string[] {
  return lookup.find(reference).flatMap((found, index) => {
    const key = reference.keys?.[index] ?? reference.values?.[index];
    const isMissing = 'fault' in found && !found.ambiguous;
    return isMissing && key !== undefined && key !== '' && !isUuid(key) ? [key] : [];
  });
}

interface Group {
  readonly node: ImportNode;
  readonly wanted: readonly Wanted[];
}

async function createTitles(state: BatchState, tx: Transaction, { node, wanted }: Group): Promise<void> {
  const title = node.kind.definition.titleField;
  if (title === undefined) return;
  const drafts = wanted.map(({ key, foreign, draft }) => ({
    ...titled(node, draft, { [title]: key }),
    foreignId: foreign,
  }));
  const ids = await findOrCreate(state, tx, { node, drafts });
  for (const [index, { key }] of wanted.entries()) learn(state, node, { key, id: idOf(ids, drafts[index]) });
}

/** Level by level, each level with the level above as parent. */
async function createPaths(state: BatchState, tx: Transaction, { node, wanted }: Group): Promise<void> {
  const title = node.kind.definition.titleField ?? '';
  const { tree } = node;
  if (tree === null) return;
  const paths = new Map<string, { readonly titles: readonly string[]; readonly draft: RowDraft }>();
  for (const { key, draft } of wanted) {
    const titles = titlesOf(key);
    for (let length = 1; length <= titles.length; length += 1)
      paths.set(joinPath(titles.slice(0, length)), { titles: titles.slice(0, length), draft });
  }
  const known = await knownPaths(state, tx, { node, keys: [...paths.keys()] });
  for (const [, level] of [...Map.groupBy(paths, ([, { titles }]) => titles.length)].toSorted(([a], [b]) => a - b)) {
    const open = level.filter(([path]) => !known.has(path));
    const drafts = open.map(([, { titles, draft }]) => {
      const parent = known.get(joinPath(titles.slice(0, -1)));
      return titled(node, draft, { [title]: titles.at(-1), ...(parent === undefined ? {} : { [tree]: parent }) });
    });
    const ids = await createNested(state, tx, { node, drafts });
    for (const [index, [path]] of open.entries()) {
      const id = idOf(ids, drafts[index]);
      if (id !== undefined) known.set(path, id);
      learn(state, node, { key: path, id });
    }
  }
  for (const { key } of wanted) learn(state, node, { key, id: known.get(joinPath(titlesOf(key))) });
}

/** Ids of those paths that exist. */
async function knownPaths(
  { context: { lookup, workspace } }: BatchState,
  tx: Transaction,
  { node, keys }: { readonly node: ImportNode; readonly keys: readonly string[] },
): Promise<Map<string, string>> {
  return lookup.pathsOf({ db: tx.db, workspaceId: workspace.id }, node.kind, keys);
}

function learn(
  { context: { lookup } }: BatchState,
  { kind }: ImportNode,
  { key, id }: { readonly key: string; readonly id: string | undefined },
): void {
  if (id !== undefined) lookup.learn(kind.id, key, id);
}

function titled(
  node: ImportNode,
  { number, source, faults, warnings }: RowDraft,
  fields: Record<string, unknown>,
): RowDraft {
  return { ...emptyDraft(node, number, source), faults, warnings, fields };
}

function idOf(ids: ReadonlyMap<RowDraft, string>, draft: RowDraft | undefined): string | undefined {
  return draft && ids.get(draft);
}
