/** A file to be kept. */
export interface NewFile {
  /** As people see it, with its extension: `label.pdf`. 1 to 255 code points, without slashes. */
  readonly name: string;
  /** `application/pdf`. Believed, since module code made the bytes. */
  readonly mediaType: string;
  readonly content: Uint8Array;
  /** The record that it belongs to. A file that no record holds, neither so nor by a field, is removed after some days. */
  readonly attachedTo?: { readonly kind: string; readonly id: string };
}

export interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Uint8Array;
}

/** The files of one workspace, inside one transaction. A `Field.file()` holds the id of one. */
export interface Files {
  /** Throws `413 payload_too_large`, `409 quota_exceeded`, and `422` where the record is not there. */
  create(file: NewFile): Promise<{ readonly id: string }>;
  /** The whole file, in memory; `404 not_found`, or `413 payload_too_large` where it has more than `maxBytes`. */
  read(id: string, options: { readonly maxBytes: number }): Promise<StoredFile>;
}
