import { Type, type Static, type TSchema } from 'typebox';
import {
  fieldTitle,
  labelOf,
  type RecordShape,
  type RegisteredAction,
  type RegisteredKind,
  type RegisteredModule,
  type Role,
  roleIncludes,
  type ShapeField,
  type WorkspaceAccess,
  type WorkspaceSchema,
} from '@cubit/core/host';
import { Field } from '@cubit/core';
import { fieldName } from '@cubit/expressions';
import { isSortable } from '@cubit/records';
import { actionRow } from './action-row.js';
import { closed, JsonSchema, NullableText } from './json-schema.js';
import { KindChildren, kindRow } from './kind-row.js';

const Hints = Type.Unsafe<object>({
  type: 'object',
  description: 'How the declaration should be shown. Empty without hints.',
});

const BriefText = Type.Union([Type.String(), Type.Null()], {
  description: 'The first sentence; the lists of kinds and of actions have all of it.',
});

const UiField = Type.Object(
  {
    name: Type.String(),
    expression: Type.Optional(
      Type.String({ description: 'Its name in expressions, if that differs: `field("for")`.' }),
    ),
    title: Type.String(),
    description: BriefText,
    type: Type.String({ description: 'Type of the field: `text`, `decimal`, `ref`, ...' }),
    required: Type.Boolean({ description: 'Must be given when a record is created.' }),
    read_only: Type.Boolean({ description: 'Only modules write it.' }),
    fixed: Type.Boolean({ description: 'Cannot be changed after the record is created.' }),
    sortable: Type.Boolean(),
    custom: Type.Boolean({ description: 'Added by the workspace.' }),
    schema: JsonSchema,
    ui: Hints,
  },
  closed,
);

const UiModule = Type.Object(
  { name: Type.String(), title: Type.String(), description: Type.String(), ui: Hints },
  closed,
);

const UiKind = Type.Object(
  {
    id: Type.String(),
    module: Type.String(),
    name: Type.String({ description: 'The name in paths.' }),
    title: Type.String(),
    plural: Type.String(),
    description: BriefText,
    title_field: NullableText,
    fields: Type.Array(UiField, { description: 'In declared order, the custom fields last.' }),
    search: Type.Array(Type.String()),
    children: Type.Optional(KindChildren),
    lifecycle: Type.Union([Type.Unsafe<object>({ type: 'object' }), Type.Null()], {
      description:
        'As in the list of kinds, but with one transition for all states that an action leads to another one from.',
    }),
    actions: Type.Array(Type.String()),
    can: Type.Object(
      { create: Type.Boolean(), update: Type.Boolean(), delete: Type.Boolean() },
      { ...closed, description: 'What the role of the caller may do with its records.' },
    ),
    ui: Hints,
  },
  closed,
);

const UiAction = Type.Object(
  {
    id: Type.String(),
    module: Type.String(),
    name: Type.String({ description: 'The name in paths.' }),
    title: Type.String(),
    description: BriefText,
    applies_to: Type.Unsafe<unknown>({ description: 'As in the list of actions.' }),
    record_optional: Type.Boolean(),
    input: Type.Unsafe<object>({
      ...JsonSchema,
      description: 'JSON Schema; empty for an action that people are not offered.',
    }),
    effects: Type.Object(
      { destructive: Type.Boolean(), idempotent: Type.Boolean(), read_only: Type.Boolean() },
      closed,
    ),
    undone_by: NullableText,
    can: Type.Boolean({ description: 'Whether the role of the caller may run it.' }),
    ui: Hints,
  },
  closed,
);

const UiEvent = Type.Object({ name: Type.String(), module: Type.String(), title: Type.String() }, closed);

export const UiDocument = Type.Object(
  {
    version: Type.Integer({ description: 'Version of the schema of the workspace: it grows with each change.' }),
    public_url: Type.String({ description: 'What links of the instance begin with: `PUBLIC_URL`.' }),
    role: Type.String({ description: 'Role of the caller, which `can` is computed from.' }),
    modules: Type.Array(UiModule),
    kinds: Type.Array(UiKind),
    actions: Type.Array(UiAction),
    events: Type.Array(UiEvent),
  },
  { ...closed, $id: 'UiDocument' },
);

/** What an app needs to draw a workspace: enabled modules, kinds with custom fields, actions and events, each schema once. */
export function uiDocument(
  { schema, role }: Pick<WorkspaceAccess, 'schema' | 'role'>,
  { publicUrl, kindOf }: { readonly publicUrl: string; readonly kindOf: (id: string) => RegisteredKind },
): Static<typeof UiDocument> {
  return {
    version: schema.version,
    public_url: publicUrl,
    role,
    modules: [...schema.modules.values()].map(uiModule),
    kinds: [...schema.kinds].map(([id, shape]) => uiKind({ kind: kindOf(id), shape, schema, role })),
    actions: [...schema.actions.values()].map((action) => uiAction(action, role)),
    events: [...schema.events.values()].map(({ definition, module, name }) => ({
      name,
      module,
      title: definition.title,
    })),
  };
}

function uiModule({ definition, name }: RegisteredModule): Static<typeof UiModule> {
  return { name, title: definition.title, description: definition.description, ui: definition.ui ?? {} };
}

interface UiKindSource {
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
  readonly schema: WorkspaceSchema;
  readonly role: Role;
}

function uiKind({ kind, shape, schema, role }: UiKindSource): Static<typeof UiKind> {
  const row = kindRow(kind, shape, schema);
  const { id, module, name, title, plural, description, title_field, search, children, lifecycle, actions } = row;
  const mayWrite = kind.definition.access !== 'read-only' && roleIncludes(role, 'member');
  return {
    ...{ id, module, name, title, plural, title_field, search, actions },
    lifecycle: lifecycle && { ...lifecycle, transitions: joined(lifecycle.transitions) },
    // Most kinds have none, and the document is loaded by phones.
    ...(children.length > 0 && { children }),
    description: briefOf(description),
    fields: [...shape.fields.values()].map(uiField),
    can: { create: mayWrite, update: mayWrite, delete: mayWrite },
    ui: kind.definition.ui ?? {},
  };
}

/** Transitions by the actions that make them: a list of each pair of states would be several times as long. */
function joined(transitions: readonly Transition[]): readonly object[] {
  const groups = Map.groupBy(transitions, ({ to, actions }) => JSON.stringify([to, actions]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ from: group.map(({ from }) => from), to: first.to, actions: first.actions }] : [];
  });
}
type Transition = NonNullable<ReturnType<typeof kindRow>['lifecycle']>['transitions'][number];

function uiField(field: ShapeField): Static<typeof UiField> {
  const { description, ui = {}, schema } = partsOf(field.schema);
  const expression = fieldName(field.name);
  return {
    name: field.name,
    ...(expression === field.name ? {} : { expression }),
    title: fieldTitle(field),
    description: ui.hidden ? null : briefOf(description),
    type: field.type,
    required: field.required,
    read_only: field.readOnly,
    fixed: field.fixed,
    sortable: isSortable(field),
    custom: field.custom !== null,
    schema: brief(ui.hidden ? outlineOf(schema) : withoutHidden(schema), { isFilledIn: !field.readOnly }),
    ui,
  };
}

interface DescribedSchema {
  readonly title?: string;
  readonly description?: string;
  readonly 'x-ui'?: { readonly hidden?: boolean };
}

/** The members of a schema that stand beside it in the document, and the rest. */
function partsOf(schema: TSchema) {
  const {
    title,
    description,
    'x-ui': ui,
    readOnly: _,
    'x-fixed': __,
    'x-rollup': ___,
    'x-on-delete': ____,
    // It is the `type` of the field.
    'x-type': _____,
    ...rest
  } = schema as DescribedSchema & TSchema & Readonly<Record<string, unknown>>;
  return { title, description, ui, schema: rest };
}

/** The first sentence, as plain text. The rest is in the lists of kinds and actions; it would double the size of the document. */
function briefOf(description: string | null | undefined): string | null {
  if (!description) return null;
  const first = /^.*?[.!?](?=\s|$)/su.exec(description)?.[0] ?? description;
  // People choose a record or a member, and see no ids.
  return /^Ids? of /.test(first) ? null : first.replaceAll('`', '');
}

/** Bounds of every decimal and integer: an app need not repeat them, the service checks them. */
const COMMON_BOUNDS: Readonly<Record<string, unknown>> = { ...Field.decimal() };

/** The schema with brief descriptions of its members, without what an app does not draw: examples, and what holds everywhere. */
function brief(schema: object, { isFilledIn = true } = {}): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (typeof value === 'number' && value === COMMON_BOUNDS[key]) return undefined;
    if (key === 'examples' && Array.isArray(value)) return undefined;
    // Everything that clients send is strict.
    if (key === 'additionalProperties' && value === false) return undefined;
    if (key === 'x-on-delete') return undefined;
    // The description of a member helps people who fill it in.
    if (key === 'description' && typeof value === 'string')
      return isFilledIn ? (briefOf(value) ?? undefined) : undefined;
    return value;
  }) as object;
}

/** What a schema says besides its type: an app does not draw a hidden field, and the service checks it. */
const DETAILS: ReadonlySet<string> = new Set([
  ...['properties', 'items', 'required', 'additionalProperties', 'pattern', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'multipleOf', 'default'],
]);

/** The schema without its hidden members, at each depth. */
function withoutHidden(schema: object): object {
  const { properties, items } = schema as { readonly properties?: Properties; readonly items?: object };
  if (items) return { ...schema, items: withoutHidden(items) };
  if (!properties) return schema;
  const shown = Object.entries(properties).filter(([, member]) => member['x-ui']?.hidden !== true);
  return { ...schema, properties: Object.fromEntries(shown.map(([name, member]) => [name, withoutHidden(member)])) };
}

function outlineOf(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !DETAILS.has(name)));
}

/** Programs that fill in a hidden input read its description in the list of actions. */
function withoutHiddenText(properties: Properties, hidden: readonly string[]): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { description, ...rest }]) => {
      const isShown = !hidden.includes(name) && !rest['x-ui']?.hidden;
      return [
        name,
        isShown ? { ...withoutHidden(rest), ...(description === undefined ? {} : { description }) } : outlineOf(rest),
      ];
    }),
  );
}
type Properties = Readonly<Record<string, DescribedSchema>>;

function uiAction(action: RegisteredAction, role: Role): Static<typeof UiAction> {
  const { id, module, name, title, description, applies_to, record_optional, effects, undone_by } = actionRow(action);
  const { definition } = action;
  const isOffered = definition.ui?.offered !== false;
  return {
    ...{ id, module, name, title, applies_to, record_optional, effects, undone_by },
    description: isOffered ? briefOf(description) : null,
    input: isOffered ? brief(titled(definition)) : {},
    can: roleIncludes(role, definition.role ?? 'member'),
    ui: definition.ui ?? {},
  };
}

/** The schema of an input whose members all have titles. */
function titled({ input, ui = {} }: RegisteredAction['definition']): object {
  const properties = Object.fromEntries(
    Object.entries(input.properties).map(([name, schema]) => [name, { title: labelOf(name), ...schema }]),
  );
  return { ...input, properties: withoutHiddenText(properties, ui.hidden ?? []) };
}
