import type { TestClient } from '../test-client.js';
import type { SweepFields } from './sweep-options.js';

export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly pattern?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly 'x-kind'?: string;
  readonly 'x-type'?: string;
}

interface Transition {
  readonly from: string;
  readonly to: string;
  readonly direct: boolean;
  readonly actions: readonly string[];
}

/** A kind of a workspace, as the API describes it. */
export interface SweptKind {
  readonly id: string;
  readonly module: string;
  readonly name: string;
  readonly access: 'read-write' | 'read-only';
  readonly schemas: { readonly read: FieldSchema; readonly create: FieldSchema };
  readonly title_field: string | null;
  readonly unique: readonly (readonly string[])[];
  readonly lifecycle: { readonly field: string; readonly transitions: readonly Transition[] } | null;
  readonly example: SweepFields | null;
}

const ALL = 200;

export async function readKinds(client: TestClient, path: string): Promise<ReadonlyMap<string, SweptKind>> {
  const { status, body, text } = await client.get<{ readonly data: readonly SweptKind[] }>(
    `${path}/kinds?limit=${ALL}`,
  );
  if (status >= 300) throw new Error(`Answered ${status} to the kinds of the workspace: ${text}`);
  return new Map(body.data.map((kind) => [kind.id, kind]));
}

/** Whether the value has to differ from that of other records, or is easier to tell apart. */
export function isDistinct({ title_field, unique }: SweptKind, field: string): boolean {
  return field === title_field || unique.flat().includes(field);
}

/** Whether a value names a record of any kind: by its kind and its id. */
export function namesAnyRecord({ properties = {} }: FieldSchema): boolean {
  return Object.keys(properties).toSorted().join(' ') === 'id kind';
}
