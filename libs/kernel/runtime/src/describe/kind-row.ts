import { Type, type Static } from 'typebox';
import type { EventDefinition, Lifecycle } from '@cubit/core';
import {
  actionsOf,
  type CustomField,
  initialStates,
  labelOf,
  type RecordShape,
  type RegisteredKind,
  type WorkspaceSchema,
} from '@cubit/core/host';
import { indexKeys } from '@cubit/database';
import { isSortable } from '@cubit/records';
import { closed, JsonSchema, NullableText } from './json-schema.js';

const LifecycleRow = Type.Object(
  {
    field: Type.String({ description: 'The field that holds the state.' }),
    initial: Type.Array(Type.String(), { description: 'States of a new record; the first is the default.' }),
    states: Type.Array(Type.Object({ name: Type.String(), title: Type.String() }, closed)),
    transitions: Type.Array(
      Type.Object(
        {
          from: Type.String(),
          to: Type.String(),
          direct: Type.Boolean({ description: 'An update of the field can make the transition.' }),
          actions: Type.Array(Type.String(), { description: 'The actions that can make it, unless it is direct.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const KindChildren = Type.Array(
  Type.Object(
    {
      name: Type.String({
        description: 'The member beside `fields` that creates them, and `expand=<name>` that reads them.',
      }),
      kind: Type.String({ description: 'Id of their kind.' }),
      by: Type.String({ description: 'Their field that refers to the record.' }),
    },
    closed,
  ),
  { description: 'Records that can be created and read together with a record of the kind.' },
);

export const KindRow = Type.Object(
  {
    id: Type.String({ description: '`<module>:<kind>`.' }),
    module: Type.String(),
    name: Type.String({ description: 'The name in paths.' }),
    title: Type.String(),
    plural: Type.String(),
    description: NullableText,
    access: Type.Unsafe<'read-write' | 'read-only'>({ type: 'string', enum: ['read-write', 'read-only'] }),
    schemas: Type.Object(
      { read: JsonSchema, create: JsonSchema, patch: JsonSchema },
      {
        ...closed,
        description:
          'Of `fields`, the custom fields of the workspace included: as read, as sent to create, as sent to change.',
      },
    ),
    title_field: NullableText,
    search: Type.Array(Type.String(), { description: 'Fields that the search covers, in addition to the title.' }),
    index: Type.Array(Type.Array(Type.String()), {
      description: 'Fields, alone or combined, whose filters and sorts use an index.',
    }),
    unique: Type.Array(Type.Array(Type.String()), {
      description: 'Fields, alone or combined, whose values are unique.',
    }),
    sortable: Type.Array(Type.String(), {
      description: 'Fields that lists can sort by, in addition to the columns of a record.',
    }),
    children: KindChildren,
    lifecycle: Type.Union([LifecycleRow, Type.Null()]),
    events: Type.Object(
      { created: NullableText, updated: NullableText, deleted: NullableText, restored: NullableText },
      { ...closed, description: 'The event of each write.' },
    ),
    actions: Type.Array(Type.String(), { description: 'Ids of the actions that apply to it in this workspace.' }),
    example: Type.Union([Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }), Type.Null()]),
  },
  { ...closed, $id: 'Kind' },
);

export function kindRow(kind: RegisteredKind, shape: RecordShape, schema: WorkspaceSchema): Static<typeof KindRow> {
  const { definition, id, local, module } = kind;
  const [title, plural] = definition.title;
  const { created, deleted, restored, updated } = definition.events ?? {};
  const custom = (wanted: (field: CustomField) => boolean) =>
    [...shape.fields.values()].flatMap((field) => (field.custom && wanted(field.custom) ? [[field.name]] : []));
  return {
    id,
    module,
    name: local,
    title,
    plural,
    description: definition.description ?? null,
    access: definition.access ?? 'read-write',
    schemas: { read: shape.readSchema, create: shape.createSchema, patch: shape.patchSchema },
    title_field: definition.titleField ?? null,
    search: [...(definition.search ?? [])],
    index: [...indexKeys(definition).map((key) => [...key]), ...custom(({ indexed }) => indexed === true)],
    unique: [...keys(definition.unique), ...custom(({ uniqueIndex }) => typeof uniqueIndex === 'string')],
    sortable: [...shape.fields.values()].filter(isSortable).map((field) => field.name),
    children: (definition.children ?? []).map(({ name, kind: of, by }) => ({ name, kind: of, by })),
    lifecycle: definition.lifecycle ? lifecycleRow(definition.lifecycle) : null,
    events: {
      created: nameOf(created),
      updated: nameOf(updated),
      deleted: nameOf(deleted),
      restored: nameOf(restored),
    },
    actions: [...schema.actions.values()]
      .filter((action) => appliesTo(action.definition.appliesTo, id))
      .map((action) => action.id),
    example: definition.example ?? null,
  };
}

function keys(declared: readonly (string | readonly string[])[] = []): string[][] {
  return declared.map((key) => (typeof key === 'string' ? [key] : [...key]));
}

function nameOf(event: EventDefinition | undefined): string | null {
  return event?.name ?? null;
}

function appliesTo(target: readonly { readonly id: string }[] | 'any' | 'workspace', kind: string): boolean {
  return target === 'any' || (target !== 'workspace' && target.some(({ id }) => id === kind));
}

function lifecycleRow(lifecycle: Lifecycle): Static<typeof LifecycleRow> {
  const states = Object.entries(lifecycle.states);
  return {
    field: lifecycle.field,
    initial: [...initialStates(lifecycle)],
    states: states.map(([name, state]) => ({ name, title: state.title ?? labelOf(name) })),
    transitions: states.flatMap(([from, state]) =>
      Object.entries(state.to).map(([to, by]) => ({
        from,
        to,
        direct: by === 'direct',
        actions: [...actionsOf(by)],
      })),
    ),
  };
}
