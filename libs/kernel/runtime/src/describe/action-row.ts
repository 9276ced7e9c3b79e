import { Type, type Static } from 'typebox';
import { type RegisteredAction, type Role, ROLES } from '@cubit/core/host';
import { closed, JsonSchema, NullableText } from './json-schema.js';

export const ActionRow = Type.Object(
  {
    id: Type.String({ description: '`<module>:<action>`.' }),
    module: Type.String(),
    name: Type.String({ description: 'The name in paths.' }),
    title: Type.String(),
    description: NullableText,
    applies_to: Type.Unsafe<'any' | 'workspace' | readonly string[]>({
      description: 'Kinds whose records it runs on; `any` kind; or the `workspace`, without a record.',
      anyOf: [
        { type: 'string', enum: ['any', 'workspace'] },
        { type: 'array', items: { type: 'string' } },
      ],
    }),
    record_optional: Type.Boolean({ description: 'It also runs without a record.' }),
    input: JsonSchema,
    output: JsonSchema,
    effects: Type.Object(
      { destructive: Type.Boolean(), idempotent: Type.Boolean(), read_only: Type.Boolean() },
      closed,
    ),
    role: Type.Unsafe<Role>({ type: 'string', enum: [...ROLES], description: 'Least role that may run it.' }),
    emits: Type.Array(Type.String(), { description: 'Names of the events that a run may set off.' }),
    undone_by: NullableText,
    example: Type.Object(
      { title: Type.String(), input: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }) },
      closed,
    ),
  },
  { ...closed, $id: 'Action' },
);

export function actionRow({ definition, id, local, module }: RegisteredAction): Static<typeof ActionRow> {
  const { destructive, idempotent, readOnly } = definition.effects;
  return {
    id,
    module,
    name: local,
    title: definition.title,
    description: definition.description ?? null,
    applies_to:
      typeof definition.appliesTo === 'string' ? definition.appliesTo : definition.appliesTo.map((kind) => kind.id),
    record_optional: definition.recordOptional ?? false,
    input: definition.input,
    output: definition.output,
    effects: { destructive, idempotent, read_only: readOnly },
    role: definition.role ?? 'member',
    emits: definition.emits.map((event: { readonly name: string }) => event.name),
    undone_by: definition.undoneBy ?? null,
    example: { title: definition.example.title, input: definition.example.input },
  };
}
