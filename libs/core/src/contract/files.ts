/** A file to store. */
export interface NewFile {
  /** File name with extension: `label.pdf`. 1 to 255 code points, without slashes. */
  readonly name: string;
  /** `application/pdf`. Not verified, because module code created the content. */
  readonly mediaType: string;
  readonly content: Uint8Array;
  /** The record that the file belongs to. A file without a record (by this link or by a field) is deleted after some days. */
  readonly attachedTo?: { readonly kind: string; readonly id: string };
}

export interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly content: Uint8Array;
}

/** The files of one workspace, within one transaction. A `Field.file()` holds the id of a file. */
export interface Files {
  /** Throws `413 payload_too_large`, `409 quota_exceeded`, and `422` if the record does not exist. */
  create(file: NewFile): Promise<{ readonly id: string }>;
  /** Reads the whole file into memory. Throws `404 not_found`, and `413 payload_too_large` if it exceeds `maxBytes`. */
  read(id: string, options: { readonly maxBytes: number }): Promise<StoredFile>;
}
