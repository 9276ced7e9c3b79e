import { Type } from 'typebox';
import { AUDIENCES, type AnnouncementRow, type Audience } from '../tables/schema.js';

const TITLE_LENGTH = 200;
const NOTES_LENGTH = 20_000;
const URL_LENGTH = 2_000;

const strict = { additionalProperties: false };
const nonBlankText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });
const nullable = (format: string, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format, description });

const version = Type.String({
  pattern: '^[0-9A-Za-z][0-9A-Za-z.+_-]{0,99}$',
  description: 'Identifies the release. A release is announced once.',
  examples: ['2.4.0'],
});
const audience = Type.Unsafe<Audience>({
  type: 'string',
  enum: [...AUDIENCES],
  description: '`admins`: only admins and owners of each workspace are notified and can read it; `all`: every member.',
});
const link = Type.String({ format: 'uri', pattern: '^https?://', maxLength: URL_LENGTH });

export const newAnnouncement = Type.Object(
  {
    version,
    title: nonBlankText(TITLE_LENGTH, 'One line.'),
    notes: nonBlankText(NOTES_LENGTH, 'What is new, in Markdown.'),
    url: Type.Optional(link),
    audience,
  },
  strict,
);

const shown = {
  id: Type.String({ format: 'uuid' }),
  version,
  title: Type.String(),
  notes: Type.String(),
  url: nullable('uri', 'A page with details.'),
  audience,
  announced_at: Type.String({ format: 'date-time' }),
};
export const announcementSchema = Type.Object(shown, { ...strict, title: 'Release announcement' });

export const announcementProgressSchema = Type.Object(
  {
    ...shown,
    announced_by: nullable('uuid', 'Id of the instance administrator.'),
    completed_at: nullable('date-time', 'When the last workspace was notified; null until then.'),
    workspaces: Type.Integer({ minimum: 0, description: 'Workspaces notified so far.' }),
    people: Type.Integer({ minimum: 0, description: 'People notified so far, each counted once.' }),
  },
  { ...strict, title: 'Release announcement with progress' },
);

export function showAnnouncement({
  id,
  version: name,
  title,
  notes,
  url,
  audience: whom,
  announced_at,
}: AnnouncementRow) {
  return { id, version: name, title, notes, url, audience: whom, announced_at: announced_at.toISOString() };
}

export function showProgress(row: AnnouncementRow) {
  return {
    ...showAnnouncement(row),
    announced_by: row.announced_by,
    completed_at: row.completed_at?.toISOString() ?? null,
    workspaces: row.workspace_count,
    people: row.person_count,
  };
}
