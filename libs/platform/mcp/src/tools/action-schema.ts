import type { AnyKind, RegisteredAction } from '@cubit/core/host';
import type { AgentSettings } from '../settings.js';
import { plainSchema } from './plain-schema.js';

type Json = Readonly<Record<string, unknown>>;

export const RECORD_ID = { type: 'string', format: 'uuid' };

/** Members of a run besides record and input. */
export function runMembers(
  { previewable, destructive }: { readonly previewable: boolean; readonly destructive: boolean },
  confirm: AgentSettings['confirm'],
): Json {
  return {
    ...(previewable ? { preview: { type: 'boolean', description: 'Show changes only.' } } : {}),
    ...(destructive && confirm === 'person'
      ? { approval: { ...RECORD_ID, description: 'The approval that an earlier call answered.' } }
      : {}),
    ...(destructive && confirm === 'two-step'
      ? { confirm: { type: 'string', description: 'The code that an earlier call answered.' } }
      : {}),
  };
}

/** The arguments of an action: those of its REST call, and `preview`. */
export function actionSchema({ definition }: RegisteredAction, confirm: AgentSettings['confirm']): Json {
  const input = plainSchema(definition.input);
  const { $defs, ...inputSchema } = input;
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = definition.appliesTo;
  const kind =
    typeof kinds === 'string'
      ? { type: 'string', description: '`<module>:<kind>`' }
      : { type: 'string', enum: kinds.map(({ id }) => id) };
  const record = {
    type: 'object',
    properties: { kind, id: RECORD_ID },
    required: ['kind', 'id'],
    additionalProperties: false,
  };
  const needsInput = ((definition.input as { readonly required?: readonly string[] }).required ?? []).length > 0;
  const needsRecord = kinds !== 'workspace' && definition.recordOptional !== true;
  return {
    type: 'object',
    properties: {
      ...(kinds === 'workspace' ? {} : { record }),
      input: inputSchema,
      ...runMembers(
        { previewable: definition.previewable !== false, destructive: definition.effects.destructive },
        confirm,
      ),
    },
    required: [...(needsRecord ? ['record'] : []), ...(needsInput ? ['input'] : [])],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** The hints of the protocol, all of them written: an absent one has a default that would mislead. */
export function hintsOf({ destructive, idempotent, readOnly }: RegisteredAction['definition']['effects']) {
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: false,
  };
}
