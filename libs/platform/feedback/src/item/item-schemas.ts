import { idParam, pageQuery } from '@cubit/core';
import { workspaceParam } from '@cubit/core/host';
import { Type } from 'typebox';
import { ITEM_KINDS, type ItemKind, type ItemRow } from '../tables/schema.js';

const TEXT_LENGTH = 10_000;
const PAGE_LENGTH = 2_000;
const CONTACT_LENGTH = 500;

/** Text with at least one character that is not a blank. */
const nonBlankText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });
const nullable = (description: string, format?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(format === undefined ? {} : { format }), description });

export const itemKind = Type.Unsafe<ItemKind>({ type: 'string', enum: [...ITEM_KINDS] });

export const newItem = Type.Object(
  {
    text: nonBlankText(TEXT_LENGTH, 'The feedback.'),
    kind: itemKind,
    page: Type.Optional(nonBlankText(PAGE_LENGTH, 'Where the user was: a URL, a path, or the name of a screen.')),
    contact: Type.Optional(nonBlankText(CONTACT_LENGTH, 'How to contact the user. Optional.')),
  },
  { additionalProperties: false },
);

export const itemSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: itemKind,
    text: Type.String(),
    page: nullable('Where the user was.'),
    contact: nullable('How to contact the user.'),
    submitted_by: nullable('Id of the user whose session or token submitted it.', 'uuid'),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Feedback item', additionalProperties: false },
);

export const itemParams = Type.Object({ workspace: workspaceParam, id: idParam('Id of the feedback item.') });
export const listQuery = Type.Object({ ...pageQuery, kind: Type.Optional(itemKind) });

export function showItem({ workspace_id: _, created_at, ...item }: ItemRow) {
  return { ...item, created_at: created_at.toISOString() };
}
