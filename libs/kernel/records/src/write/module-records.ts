import type { AnyRecord, FieldValues, FindOptions, WriteOptions } from '@cubit/core/host';
import { compact, type KindDefinition, notFound, type RecordOf, type Records } from '@cubit/core';
import {
  countRecords,
  findRecordsWhere,
  idsInUse,
  kindIn,
  readMany,
  type ReadScope,
  sumRecords,
} from './module-reads.js';
import type { RecordWriter } from './record-writer.js';

interface ModuleRecordsOptions extends Omit<ReadScope, 'locked'> {
  readonly writer: RecordWriter;
  /** The action that writes; null in a hook of a request. */
  readonly action: string | null;
}

/** The records for module code: `Records` on one transaction of one workspace. */
export function moduleRecords({ writer, action, ...options }: ModuleRecordsOptions): Records {
  const scope: ReadScope = { ...options, locked: writer.locked };
  // Every method is generic over the kind in the contract. Here kinds are looked up by id, so the records have the
  // requested type.
  return { ...readsOf(scope), ...writesOf(scope, { writer, action }) } as unknown as Records;
}

function readsOf(scope: ReadScope) {
  return {
    knows: ({ id }: KindDefinition) => scope.schema.kinds.has(id),
    async get(definition: KindDefinition, id: string) {
      const record = (await readMany(scope, definition, [id])).get(id);
      if (!record) throw notFound(definition.title[0]);
      return record;
    },
    getMany: (definition: KindDefinition, ids: readonly string[]) => readMany(scope, definition, ids),
    lock: (definition: KindDefinition, ids: readonly string[]) => scope.locked.lock(kindIn(scope, definition), ids),
    find: (definition: KindDefinition, options?: FindOptions<KindDefinition>) =>
      findRecordsWhere(scope, definition, options),
    count: (definition: KindDefinition, where?: object) => countRecords(scope, definition, where),
    sum: (definition: KindDefinition, field: string, { where, by }: { readonly where?: object; readonly by: string }) =>
      sumRecords(scope, definition, { field, where, by }),
    referencedByOthers: (definition: KindDefinition, ids: readonly string[]) => idsInUse(scope, definition, ids),
  };
}

type NewRecord = WriteOptions & { readonly fields: object; readonly tags?: readonly string[] };
type Patch = WriteOptions & { readonly id: string; readonly fields: object };

function writesOf(scope: ReadScope, { writer, action }: Pick<ModuleRecordsOptions, 'writer' | 'action'>) {
  const createMany = async (definition: KindDefinition, records: readonly NewRecord[]) => {
    if (records.length === 0) return [];
    const requests = records.map((record) => ({ ...record, fields: record.fields as FieldValues }));
    return writer.create(kindIn(scope, definition, 'write'), requests, action);
  };
  const updateMany = async (definition: KindDefinition, patches: readonly Patch[]) => {
    if (patches.length === 0) return [];
    const requests = patches.map(({ fields, ...patch }) => ({
      ...patch,
      change: (before: AnyRecord) => patched(before, fields),
    }));
    return writer.update(kindIn(scope, definition, 'write'), requests, action);
  };
  const updateEach = async (
    definition: KindDefinition,
    ids: readonly string[],
    change: (record: AnyRecord) => object,
  ) => {
    if (ids.length === 0) return [];
    const kind = kindIn(scope, definition, 'write');
    const locked = await writer.locked.lock(kind, ids);
    const requests = [...locked.keys()].map((id) => ({
      id,
      change: (before: AnyRecord) => patched(before, change(before)),
    }));
    return requests.length === 0 ? [] : writer.update(kind, requests, action);
  };
  return {
    create: async (definition: KindDefinition, fields: object, options: WriteOptions = {}) =>
      (await createMany(definition, [{ ...options, fields }]))[0],
    createMany,
    update: async (definition: KindDefinition, id: string, ...[fields, options = {}]: [object, WriteOptions?]) =>
      (await updateMany(definition, [{ ...options, id, fields }]))[0],
    updateMany,
    updateEach,
    rederive: (definition: KindDefinition, ids: readonly string[]) => updateEach(definition, ids, () => ({})),
    async remove(definition: KindDefinition, ids: readonly string[], options: WriteOptions = {}) {
      if (ids.length === 0) return;
      const requests = ids.map((id) => ({ ...options, id }));
      await writer.remove(kindIn(scope, definition, 'write'), requests, action);
    },
  };
}

/** `undefined` keeps, `null` removes, any other value replaces. */
function patched(before: RecordOf<KindDefinition>, fields: object): FieldValues {
  return { ...(before.fields as FieldValues), ...compact(fields) };
}
