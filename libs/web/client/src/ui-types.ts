import type { ActionHints, FieldHints, FieldTypeName, KindHints, ModuleHints } from '@cubit/web-contract';

export type Role = 'viewer' | 'member' | 'admin' | 'owner';

/** A JSON Schema, as far as forms read it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly (string | number | null)[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly multipleOf?: number;
  readonly default?: unknown;
  readonly additionalProperties?: boolean | Schema;
  readonly 'x-ui'?: FieldHints;
  /** Kinds that a reference may name. */
  readonly 'x-ref'?: unknown;
  readonly [other: string]: unknown;
}

export interface UiField<Type extends string = FieldTypeName> {
  readonly name: string;
  /** Its name in expressions, if that differs: `field("for")`. */
  readonly expression?: string;
  readonly title: string;
  readonly description: string | null;
  readonly type: Type;
  readonly required: boolean;
  readonly read_only: boolean;
  readonly fixed: boolean;
  readonly sortable: boolean;
  readonly custom: boolean;
  readonly schema: Schema;
  readonly ui: FieldHints;
}

export interface UiModule {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly ui: ModuleHints;
}

export interface Transition {
  readonly from: readonly string[];
  readonly to: string;
  /** Ids of the actions that lead there; none: a change of the field does. */
  readonly actions: readonly string[];
}

export interface Lifecycle {
  readonly field: string;
  /** States of a new record. */
  readonly initial?: readonly string[];
  readonly states?: readonly unknown[];
  readonly transitions?: readonly Transition[];
  readonly [other: string]: unknown;
}

export interface UiKind {
  /** `inventory:part` */
  readonly id: string;
  readonly module: string;
  /** The name in paths: `part`. */
  readonly name: string;
  readonly title: string;
  readonly plural: string;
  readonly description: string | null;
  readonly title_field: string | null;
  readonly fields: readonly UiField[];
  readonly search: readonly string[];
  /** Records that are created and read with one of this kind. */
  readonly children?: readonly { readonly name: string; readonly kind: string; readonly by: string }[];
  readonly lifecycle: Lifecycle | null;
  readonly actions: readonly string[];
  readonly can: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
  readonly ui: KindHints;
}

export interface UiAction {
  /** `inventory:use` */
  readonly id: string;
  readonly module: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  /** Ids of kinds; null: the action has no record. */
  readonly applies_to: unknown;
  readonly record_optional: boolean;
  readonly input: Schema;
  readonly effects: { readonly destructive: boolean; readonly idempotent: boolean; readonly read_only: boolean };
  readonly undone_by: string | null;
  readonly can: boolean;
  readonly ui: ActionHints;
}

/** What a workspace can do and how it should be shown: `GET /orgs/{workspace}/ui`. */
export interface UiDocument {
  readonly version: number;
  /** What links of the instance begin with. A browser may know the instance by another address. */
  readonly public_url: string;
  readonly role: Role;
  readonly modules: readonly UiModule[];
  readonly kinds: readonly UiKind[];
  readonly actions: readonly UiAction[];
  readonly events: readonly { readonly name: string; readonly module: string; readonly title: string }[];
}
