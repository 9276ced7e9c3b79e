import { Type, type TSchema } from 'typebox';
import { validationFailed } from '@cubit/core';
import {
  actorOf,
  appliesToKind,
  callerOf,
  MAX_LIMIT,
  type RegisteredAction,
  type RegisteredKind,
  workspaceOf,
} from '@cubit/core/host';
import type { DatabaseRequest } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import { bulkAnswer } from '../bulk/bulk-answer.js';
import type { BulkOperation, RecordKey } from '../bulk/bulk-request.js';
import { queueBulk } from '../bulk/queue-bulk.js';
import { runMany } from '../bulk/run-many.js';

/** The members of a request that runs an action on many records. */
export interface ManyRecords {
  readonly records?: readonly RecordKey[];
  readonly filter?: string;
  readonly kind?: string;
  readonly atomic?: boolean;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Members of the body for an action on many records. */
export function manyMembers(target: TSchema): Readonly<Record<string, TSchema>> {
  return {
    records: Type.Optional(
      Type.Array(target, {
        minItems: 1,
        maxItems: MAX_LIMIT,
        description: 'In place of `record`: runs it on each of them.',
      }),
    ),
    filter: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'In place of `record`: runs it on all records that the filter selects, as a job.',
      }),
    ),
    kind: Type.Optional(
      Type.String({ description: 'The kind for `filter`. Default: the only kind that the action is for.' }),
    ),
    atomic: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'With `records` or `filter`: the first refusal refuses everything. Otherwise it skips the record.',
      }),
    ),
  };
}

interface ManyContext {
  readonly services: KernelServices;
  readonly onEvents: () => void;
  readonly action: RegisteredAction;
}

export async function runOnMany({ services, onEvents, action }: ManyContext, request: DatabaseRequest) {
  const { records, filter, kind, atomic = false, input = {} } = request.body as ManyRecords;
  const operation: BulkOperation = { type: 'action', action: action.id, input };
  if (filter !== undefined) {
    if (records !== undefined) throw validationFailed([notBoth('/filter')]);
    return queueBulk(services, request, {
      operation,
      kind: kindFor(services, action, kind),
      filter,
      atomic,
      path: '/filter',
    });
  }
  const chosen = records ?? [];
  refuseTwice(chosen);
  const { outcomes, events } = await request.transaction((tx) => {
    const parts = { services, tx, workspace: workspaceOf(request), actor: actorOf(callerOf(request)), onEvents };
    return runMany(parts, { operation, records: chosen, atomic });
  });
  return { status: 200, body: bulkAnswer(outcomes, events) };
}

function kindFor({ registry }: KernelServices, action: RegisteredAction, named: string | undefined): RegisteredKind {
  const kinds = action.definition.appliesTo;
  const [only, another] = Array.isArray(kinds) ? (kinds as readonly { readonly id: string }[]) : [];
  const id = named ?? (another ? undefined : only?.id);
  const kind = id === undefined ? undefined : registry.kinds.get(id);
  if (kind && appliesToKind(action.definition, kind.id)) return kind;
  const [code, message] =
    id === undefined ? ['required', 'is required.'] : ['not_applicable', `'${action.id}' does not apply to '${id}'.`];
  throw validationFailed([{ path: '/kind', code: code ?? '', message: message ?? '' }]);
}

export function notBoth(path: string) {
  return { path, code: 'excluded', message: 'only one of record, records and filter is allowed.' };
}

function refuseTwice(records: readonly RecordKey[]): void {
  const seen = new Set<string>();
  const faults = records.flatMap(({ id }, index) => {
    const key = id.toLowerCase();
    if (!seen.has(key)) return (seen.add(key), []);
    return [{ path: `/records/${index}/id`, code: 'duplicate', message: 'The record is named twice.' }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}
