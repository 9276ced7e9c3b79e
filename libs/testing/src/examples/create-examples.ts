import type { RegisteredKind, Registry, ShapeField } from '@cubit/core';
import type { TestClient } from '../test-client.js';
import type { TestWorkspace } from '../test-workspace.js';

type Fields = Readonly<Record<string, unknown>>;

export interface ExampleOptions {
  readonly registry: Registry;
  readonly workspace: TestWorkspace;
  /** Somebody who may write there. */
  readonly client: TestClient;
  /** What free text fields hold: all of them where the kind takes that, else those of the example. Default: what the example says. */
  readonly text?: (field: ShapeField) => string;
  readonly tags?: readonly string[];
}

/** A record that was made from its kind's example. */
export interface ExampleRecord {
  readonly kind: string;
  readonly id: string;
  /** The body that made it: valid, with references to records that exist. */
  readonly body: { readonly fields: Fields; readonly tags?: readonly string[] };
  readonly status: number;
  readonly text: string;
}

/** Creates the example of every writable kind through the API, what it refers to first; by kind id, whatever the answers. */
export async function createExamples(options: ExampleOptions): Promise<ReadonlyMap<string, ExampleRecord>> {
  const made = new Map<string, ExampleRecord>();
  for (const kind of options.registry.kinds.values())
    await createExample(kind, { ...options, made, making: new Set() });
  return made;
}

interface Making extends ExampleOptions {
  readonly made: Map<string, ExampleRecord>;
  /** Kinds whose example waits for the one that is being made. */
  readonly making: ReadonlySet<string>;
  readonly everyText?: boolean;
}

async function createExample(kind: RegisteredKind, context: Making): Promise<void> {
  const { client, made, making, tags, workspace } = context;
  const { access, example } = kind.definition;
  if (made.has(kind.id) || making.has(kind.id) || access === 'read-only' || !example) return;
  const path = `${workspace.path}/modules/${kind.module}/records/${kind.local}`;
  const inner = { ...context, making: new Set([...making, kind.id]) };
  for (const everyText of context.text ? [true, false] : [false]) {
    const body = { fields: await exampleFields(kind, { ...inner, everyText }), ...(tags ? { tags } : {}) };
    const reply = await client.post<{ readonly id: string }>(path, body);
    made.set(kind.id, { kind: kind.id, id: reply.body.id, body, status: reply.status, text: reply.text });
    if (reply.status === 201) return;
  }
}

async function exampleFields(kind: RegisteredKind, context: Making): Promise<Fields> {
  const example = kind.definition.example ?? {};
  const fields: Record<string, unknown> = {};
  const seen = new Map<string, unknown>();
  for (const field of kind.shape.fields.values()) {
    const given = example[field.name];
    // Two references of one kind with different ids are to two records: no assembly is made of itself.
    const isOther = field.type === 'ref' && given !== undefined && (seen.get(targetOf(field)) ?? given) !== given;
    const value = isOther ? await anotherOf(targetOf(field), context) : await valueOf(field, given, context);
    if (field.type === 'ref' && given !== undefined) seen.set(targetOf(field), given);
    if (value !== undefined && !field.readOnly) fields[field.name] = value;
  }
  return fields;
}

/** The example's value, with what exists in the place of its ids. */
async function valueOf(field: ShapeField, value: unknown, context: Making): Promise<unknown> {
  const isWanted = value !== undefined || field.required || context.everyText === true;
  if (context.text && isWanted && isFreeText(field)) return context.text(field);
  if (value === undefined && !field.required) return undefined;
  switch (field.type) {
    case 'ref':
      return idOf(targetOf(field), context);
    case 'refs': {
      const id = await idOf(targetOf(field), context);
      return id === undefined ? [] : [id];
    }
    case 'any_ref': {
      const { kind } = value as { readonly kind: string };
      const id = await idOf(kind, context);
      return id === undefined ? undefined : { kind, id };
    }
    case 'user':
      return context.workspace.owner.id;
    case 'users':
      return [context.workspace.owner.id];
    default:
      return value;
  }
}

async function idOf(kindId: string, context: Making): Promise<string | undefined> {
  const kind = context.registry.kinds.get(kindId);
  if (kind) await createExample(kind, context);
  return context.made.get(kindId)?.id;
}

/** A second record like the example's, but for what is unique. */
async function anotherOf(kindId: string, context: Making): Promise<string | undefined> {
  await idOf(kindId, context);
  const first = context.made.get(kindId);
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

/** Whether a client may write any text into the field. */
export function isFreeText({ readOnly, schema, type }: ShapeField): boolean {
  const isText = type === 'text' || type === 'longtext';
  return !readOnly && isText && !['pattern', 'format', 'enum'].some((limit) => limit in schema);
}
