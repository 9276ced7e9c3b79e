import { Type, type Static } from 'typebox';

export const FORMAT = 'cubit-archive';
/** Increased by changes that an older reader would misread. */
export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'checksums.json';
/** Folder of the bytes of files, each named by its SHA-256. */
export const CONTENTS = 'contents';

const strict = { additionalProperties: false } as const;
const settings = Type.Record(Type.String(), Type.Unknown());
const count = Type.Integer({ minimum: 0 });

/** The first file of an archive: its format, and what an instance needs to import it. */
export const manifestSchema = Type.Object(
  {
    format: Type.Literal(FORMAT),
    version: Type.Literal(FORMAT_VERSION),
    product: Type.String({ maxLength: 100 }),
    created_at: Type.String({ format: 'date-time' }),
    workspace: Type.Object({ slug: Type.String(), name: Type.String(), settings }, strict),
    modules: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 200 }),
          version: Type.String({ pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}', maxLength: 100 }),
          enabled: Type.Boolean(),
          settings,
        },
        strict,
      ),
      { maxItems: 1_000 },
    ),
    counts: Type.Object({ records: Type.Record(Type.String(), count), history: count }, strict),
  },
  strict,
);
export type Manifest = Static<typeof manifestSchema>;

/** The last file. Without it an archive is incomplete. */
export const checksumsSchema = Type.Object(
  {
    files: Type.Array(
      Type.Object({ path: Type.String(), size: count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, strict),
    ),
  },
  strict,
);
export type Checksums = Static<typeof checksumsSchema>;

/** Total of the rows that count towards the progress. */
export function rowsIn({ counts }: Manifest): number {
  return Object.values(counts.records).reduce((sum, rows) => sum + rows, counts.history);
}
