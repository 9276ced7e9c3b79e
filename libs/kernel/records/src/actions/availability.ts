import { Type } from 'typebox';
import { type CubitError, errorOf, isCubitError, type Refusal } from '@cubit/core';
import {
  type AnyRecord,
  type Lookup,
  type RegisteredAction,
  type Role,
  roleIncludes,
  type WorkspaceSchema,
} from '@cubit/core/host';
import type { WorkspaceScope } from '../workspace/workspace-scope.js';

/** An action of a record, and whether it can run now. */
export const availableActionSchema = Type.Object(
  {
    id: Type.String({ examples: ['inventory:use'] }),
    title: Type.String(),
    available: Type.Boolean(),
    reason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why it cannot run now; null if it can.',
    }),
  },
  { title: 'RecordAction' },
);

type Input = Readonly<Record<string, unknown>>;
/** The data that a lookup read for the record. */
type Findings = ReadonlyMap<Lookup, unknown>;

interface Question {
  readonly schema: WorkspaceSchema;
  readonly record: AnyRecord;
  readonly findings: Findings;
  readonly input?: Input;
}

/**
 * The error that running the action on the record would give now, whatever the input; null if it depends on the
 * input, or if there is none.
 */
export async function refusalOf(
  transaction: WorkspaceScope,
  action: RegisteredAction,
  { record, input }: { readonly record: AnyRecord; readonly input?: Input },
): Promise<CubitError | null> {
  if (!action.definition.available) return null;
  const findings = await lookUp(transaction, [action], record);
  const { schema } = transaction.workspace;
  return judge(action, { schema, record, findings, ...(input ? { input } : {}) });
}

/** The errors of many actions, by action; available actions are not included. One statement per distinct lookup. */
export async function refusalsOf(
  schema: WorkspaceSchema,
  { actions, record }: { readonly actions: readonly RegisteredAction[]; readonly record: AnyRecord },
  transact: (work: (transaction: WorkspaceScope) => Promise<Findings>) => Promise<Findings>,
): Promise<ReadonlyMap<string, CubitError>> {
  const findings = actions.some(({ definition }) => definition.lookup)
    ? await transact((transaction) => lookUp(transaction, actions, record))
    : new Map();
  return new Map(
    actions.flatMap((action) => {
      const refusal = judge(action, { schema, record, findings });
      return refusal ? [[action.id, refusal]] : [];
    }),
  );
}

async function lookUp(
  transaction: WorkspaceScope,
  actions: readonly RegisteredAction[],
  record: AnyRecord,
): Promise<Findings> {
  const findings = new Map<Lookup, unknown>();
  for (const { id, module, definition } of actions) {
    const lookup = definition.lookup as Lookup | undefined;
    if (lookup && !findings.has(lookup)) findings.set(lookup, await lookup(transaction.contextOf(module, id), record));
  }
  return findings;
}

function judge({ id, module, definition }: RegisteredAction, question: Question): CubitError | null {
  const { schema, record, findings, input } = question;
  const found = definition.lookup ? findings.get(definition.lookup as Lookup) : undefined;
  const context = { found, settings: schema.settingsOf(module), ...(input ? { input } : {}) };
  const answer = definition.available?.(record, context) ?? true;
  return answer === true ? null : refusalError(id, answer);
}

function refusalError(id: string, refusal: Refusal): CubitError {
  if (isCubitError(refusal)) return refusal;
  const [code, detail, reason] =
    typeof refusal === 'string'
      ? (['conflict', 'not_available', refusal] as const)
      : (['invalid_transition', 'invalid_transition', `it is ${refusal.state}`] as const);
  return errorOf(code, `'${id}' cannot run: ${reason}.`, {
    details: [{ path: '/record', code: detail, message: reason }],
  });
}

/** The reason as text: what the error says about the record. */
export function reasonOf({ details: [detail], message }: CubitError): string {
  return detail?.message ?? message;
}

export function actionRow({ id, definition }: RegisteredAction, role: Role, refusal: CubitError | undefined): object {
  const needed = definition.role ?? 'member';
  const reason = !roleIncludes(role, needed) ? `needs the role ${needed}` : refusal ? reasonOf(refusal) : null;
  return { id, title: definition.title, available: reason === null, reason };
}
