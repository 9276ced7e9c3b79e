/** A record as a display reads it: of other records, their titles alone. */
export interface WallRecord {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface WallList {
  readonly part: 'view' | 'machines' | 'now' | 'next';
  readonly kind: string;
  readonly title: string;
  readonly fields: readonly string[];
  /** The field of a job that names its machine. */
  readonly machine: string | null;
  readonly records: readonly WallRecord[];
  readonly total: number;
}

/** `GET /orgs/{workspace}/displays/{id}`. */
export interface ShownDisplay {
  readonly id: string;
  readonly title: string;
  readonly lists: readonly WallList[];
}
