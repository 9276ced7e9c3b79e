/** A node of a tree with its whole path: `Electronics/Passives`. */
export interface DatasetNode {
  readonly path: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface DatasetPart {
  /** The key that stock uses to refer to the part. */
  readonly key: string;
  /** Path of its category. */
  readonly category?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

export interface DatasetStock {
  readonly part: string;
  /** Path of its location. */
  readonly location?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface DatasetBomLine {
  /** Keys of parts. */
  readonly assembly: string;
  readonly component: string;
  readonly substitutes?: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Parts and stock with readable keys instead of ids. Field names are those of the API. */
export interface Dataset {
  readonly categories: readonly DatasetNode[];
  readonly locations: readonly DatasetNode[];
  readonly parts: readonly DatasetPart[];
  readonly stock: readonly DatasetStock[];
  readonly bom?: readonly DatasetBomLine[];
}
