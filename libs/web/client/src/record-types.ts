export type FieldValue = unknown;

export interface CubitRecord {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** By name. With `expand`, a reference is the record itself. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly tags: readonly string[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string | null;
  readonly deleted_at: string | null;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  /** With `count=exact`. */
  readonly total?: number;
}

export interface RecordRef {
  readonly kind: string;
  readonly id: string;
}

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

export interface Me {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly instance_admin?: boolean;
}

export interface OwnWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: 'viewer' | 'member' | 'admin' | 'owner';
  readonly created_at: string;
}

/** An action that a person can run on a record now, or the reason why not. */
export interface RecordAction {
  readonly id: string;
  readonly title: string;
  readonly available: boolean;
  readonly reason: string | null;
}

export interface ActionAnswer {
  readonly result: unknown;
  readonly record: CubitRecord | null;
  readonly events: readonly { readonly id: string; readonly name: string }[];
  /** What takes it back; absent or null if nothing does. */
  readonly undo?: ActionUndo | null;
}

/** The call that restores what an action changed. */
export interface ActionUndo {
  readonly action: string;
  readonly record: RecordRef | null;
  readonly input: unknown;
}
