import type { QueryKey } from '@tanstack/react-query';
import type { RecordRef } from '@cubit/web-client';

/**
 * The keys of all queries, by what they are about. A shorter key is the beginning of the longer ones: what makes it out of date does so for
 * all of them. Keys of what belongs to a workspace have its slug second.
 */
export const queryKeys = {
  /** The person who is signed in. Everything that is theirs begins with it. */
  me: () => ['me'],
  myWorkspaces: () => ['me', 'workspaces'],
  mySettings: (workspace: string | undefined) => ['me', 'settings', workspace ?? null],
  /** Where a code leads, in any workspace of the person. */
  myCode: (code: string) => ['me', 'code', code],
  /** Modules that a new workspace can have. */
  modulesToChoose: () => ['me', 'modules'],

  /** Where `/` leads. */
  start: () => ['start'],
  registration: () => ['registration'],
  invitation: (token: string) => ['invitation', token],
  passwordReset: (token: string) => ['password-reset', token],
  authorization: (search: string) => ['authorization', search],

  /** What workspaces can do, or one of them. */
  ui: (slug?: string) => startOf('ui', slug),
  tags: (slug: string) => ['tags', slug],
  views: (slug: string, kind: string) => ['views', slug, kind],
  file: (slug: string, id: string) => ['file', slug, id],
  search: (slug: string, query: SearchKey) => ['search', slug, query],
  /** What scanned codes mean, in all workspaces or in one. */
  scans: (slug?: string) => startOf('scan', slug),
  scan: (slug: string, code: string) => ['scan', slug, code],
  importPreview: (slug: string, kind: string, file: number) => ['import', slug, kind, file],
  /** What a display on a wall shows. */
  display: (slug: string, id: string) => ['display', slug, id],
  latestEvents: (slug: string) => ['events', slug, 'latest'],
  notifications: (slug: string) => ['notifications', slug],
  unreadNotifications: (slug: string) => ['notifications', slug, 'unread'],

  /** Everything about many records: of all kinds, or of one. */
  records: (slug: string, kind?: string) => startOf('records', slug, kind),
  recordsPart: (slug: string, kind: string, part: PartOf<RecordsPart>) => ['records', slug, kind, ...part],

  /** Everything about single records: of all kinds, of one, or of one record. */
  record: (slug: string, kind?: string, id?: string) => startOf('record', slug, kind, id),
  recordPart: (slug: string, ref: Partial<RecordRef>, part: PartOf<RecordPart>) => [
    'record',
    slug,
    ref.kind,
    ref.id,
    ...part,
  ],

  /** Lists and resources of the API by their path; without a workspace, those of the person. */
  list: (slug: string | null, path: string, query: object) => ['list', slug, path, query],
  item: (slug: string | null, path: string, query: object) => ['item', slug, path, query],
} satisfies Readonly<Record<string, (...of: never[]) => QueryKey>>;

interface SearchKey {
  readonly text: string;
  readonly kinds: string | undefined;
  readonly limit: number;
}

/** A part, and by what it differs. */
type PartOf<Part extends string> = readonly [Part, ...of: unknown[]];

/** Pages, numbers, numbers by value, cards of a lane, and records that are the columns of a board. */
type RecordsPart = 'page' | 'count' | 'by-value' | 'cards' | 'board';

/** `input`: what the input of an action begins with. */
type RecordPart = 'self' | 'named' | 'titled' | 'option' | 'actions' | 'files' | 'history' | 'used-by' | 'input';

/** A key up to the first part that is not given. */
function startOf(...parts: readonly (string | undefined)[]): QueryKey {
  const end = parts.indexOf(undefined);
  return end < 0 ? parts : parts.slice(0, end);
}

export interface Keyed {
  readonly queryKey: QueryKey;
}

/** Whether a query is about the workspace. */
export const isOfWorkspace =
  (slug: string) =>
  ({ queryKey: [, of] }: Keyed): boolean =>
    of === slug;
