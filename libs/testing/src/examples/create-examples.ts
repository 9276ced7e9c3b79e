import {
  FIELD_FACTS,
  type FieldContent,
  type FieldValues,
  type RegisteredKind,
  type Registry,
  type ShapeField,
  typeHolds,
  typeHoldsOne,
} from '@cubit/core/host';
import type { TestClient } from '../test-client.js';
import type { TestWorkspace } from '../test-workspace.js';

export interface ExampleOptions {
  readonly registry: Registry;
  readonly workspace: TestWorkspace;
  /** A client that may write in the workspace. */
  readonly client: TestClient;
  /**
   * Text for free text fields: for all of them if the kind accepts that, otherwise for those in the example. Default: the
   * example's text.
   */
  readonly text?: (field: ShapeField) => string;
  readonly tags?: readonly string[];
}

/** A record created from its kind's example. */
export interface ExampleRecord {
  readonly kind: string;
  readonly id: string;
  /** The request body: valid, with references to existing records. */
  readonly body: { readonly fields: FieldValues; readonly tags?: readonly string[] };
  readonly status: number;
  readonly text: string;
}

/**
 * Creates the example of every writable kind through the API, referenced kinds first. Returns the result of each request by kind
 * id.
 */
export async function createExamples(options: ExampleOptions): Promise<ReadonlyMap<string, ExampleRecord>> {
  const examples = new Map<string, ExampleRecord>();
  for (const kind of options.registry.kinds.values())
    await createExample(kind, { ...options, examples, making: new Set() });
  return examples;
}

interface CreateContext extends ExampleOptions {
  readonly examples: Map<string, ExampleRecord>;
  /** Kinds whose example is being created, to stop at cycles. */
  readonly making: ReadonlySet<string>;
  readonly everyText?: boolean;
}

async function createExample(kind: RegisteredKind, context: CreateContext): Promise<void> {
  const { client, examples, making, tags, workspace } = context;
  const { access, example } = kind.definition;
  if (examples.has(kind.id) || making.has(kind.id) || access === 'read-only' || !example) return;
  const path = `${workspace.path}/modules/${kind.module}/records/${kind.local}`;
  const inner = { ...context, making: new Set([...making, kind.id]) };
  for (const everyText of context.text ? [true, false] : [false]) {
    const body = { fields: await exampleFields(kind, { ...inner, everyText }), ...(tags ? { tags } : {}) };
    const reply = await client.post<{ readonly id: string }>(path, body);
    examples.set(kind.id, { kind: kind.id, id: reply.body.id, body, status: reply.status, text: reply.text });
    if (reply.status === 201) return;
  }
}

async function exampleFields(kind: RegisteredKind, context: CreateContext): Promise<FieldValues> {
  const example = kind.definition.example ?? {};
  const fields: Record<string, unknown> = {};
  const seen = new Map<string, unknown>();
  for (const field of kind.shape.fields.values()) {
    const given = example[field.name];
    const isReference = typeHoldsOne(field.type, 'record');
    // Two references to the same kind with different ids get two records, so that no assembly contains itself.
    const isOther = isReference && given !== undefined && (seen.get(targetOf(field)) ?? given) !== given;
    const value = isOther ? await anotherOf(targetOf(field), context) : await valueOf(field, given, context);
    if (isReference && given !== undefined) seen.set(targetOf(field), given);
    if (value !== undefined && !field.readOnly) fields[field.name] = value;
  }
  return fields;
}

/** The example's value, with ids of existing records. */
async function valueOf(field: ShapeField, value: unknown, context: CreateContext): Promise<unknown> {
  const isWanted = value !== undefined || field.required || context.everyText === true;
  if (context.text && isWanted && isFreeText(field)) return context.text(field);
  if (value === undefined && !field.required) return undefined;
  const { holds: content, many } = FIELD_FACTS[field.type];
  const one = await VALUES[content](field, value, context);
  if (many !== true || content === 'option') return one;
  return one === undefined ? [] : [one];
}

type ExampleValue = (field: ShapeField, value: unknown, context: CreateContext) => unknown;

const asDeclared: ExampleValue = (_field, value) => value;

/** Examples name records and people by ids that no workspace has. */
const VALUES: Readonly<Record<FieldContent, ExampleValue>> = {
  text: asDeclared,
  address: asDeclared,
  number: asDeclared,
  money: asDeclared,
  day: asDeclared,
  instant: asDeclared,
  option: asDeclared,
  boolean: asDeclared,
  file: asDeclared,
  data: asDeclared,
  record: (field, _value, context) => idOf(targetOf(field), context),
  async record_of_any_kind(_field, value, context) {
    const { kind } = value as { readonly kind: string };
    const id = await idOf(kind, context);
    return id === undefined ? undefined : { kind, id };
  },
  member: (_field, _value, { workspace }) => workspace.owner.id,
};

async function idOf(kindId: string, context: CreateContext): Promise<string | undefined> {
  const kind = context.registry.kinds.get(kindId);
  if (kind) await createExample(kind, context);
  return context.examples.get(kindId)?.id;
}

/** Creates a second record like the example's, without unique values. */
async function anotherOf(kindId: string, context: CreateContext): Promise<string | undefined> {
  await idOf(kindId, context);
  const first = context.examples.get(kindId);
  const kind = context.registry.kinds.get(kindId);
  if (!first || !kind) return undefined;
  const unique = new Set([kind.definition.unique ?? []].flat(2) as readonly string[]);
  const fields = Object.fromEntries(
    Object.entries(first.body.fields).filter(([name]) => !unique.has(name) || kind.shape.fields.get(name)?.required),
  );
  const path = `${context.workspace.path}/modules/${kind.module}/records/${kind.local}`;
  const { body } = await context.client.post<{ readonly id: string }>(path, { ...first.body, fields });
  return body.id;
}

function targetOf({ schema }: ShapeField): string {
  return (schema as { readonly 'x-kind'?: string })['x-kind'] ?? '';
}

/** Whether a client may write arbitrary text into the field. */
export function isFreeText({ readOnly, schema, type }: ShapeField): boolean {
  return !readOnly && typeHolds(type, 'text') && !['pattern', 'format', 'enum'].some((limit) => limit in schema);
}
