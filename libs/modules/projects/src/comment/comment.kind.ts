import { compact, computed, defineKind, errorOf, Field, fixed, type RecordDraft } from '@cubit/core';
import { Type } from 'typebox';
import { commentCreated } from '../events.js';
import { excerptOf, mentionsIn } from './mentions.js';
import { commentHints } from './comment.hints.js';

export const comment = defineKind({
  id: 'projects:comment',
  title: ['Comment', 'Comments'],
  description: 'A comment on a record of any kind. Only its author can change it.',
  fields: Type.Object({
    on: fixed(Field.anyRef({ title: 'Record', description: 'The record that the comment is about.' })),
    body: Field.longtext({
      title: 'Comment',
      ui: { widget: 'markdown' },
      minLength: 1,
      description: 'Markdown. `@[Ada](<user id>)` or `@<user id>` mentions a member, who is notified.',
    }),
    author: Type.Optional(
      computed(Field.user({ title: 'Author', description: 'Member who wrote it. Absent for the system.' })),
    ),
    mentions: computed(Field.users({ title: 'Mentioned', default: [], description: 'Ids of mentioned members.' })),
    edited_at: Type.Optional(
      computed(
        Field.datetime({
          title: 'Edited',
          ui: { widget: 'relative' },
          description: 'When the text was last changed. Absent if it never was.',
        }),
      ),
    ),
  }),
  titleOf: ({ body }) => excerptOf(body),
  search: ['body'],
  index: ['on', 'author'],
  events: { created: commentCreated },
  eventPayload: ({ fields: { on, body, author, mentions } }) =>
    compact({
      taskId: on.kind === 'projects:task' ? on.id : undefined,
      projectId: on.kind === 'projects:project' ? on.id : undefined,
      on,
      excerpt: excerptOf(body),
      authorId: author,
      mentionedUserIds: mentions,
    }),
  importing: { columns: { body: ['comment', 'text'] } },
  ui: commentHints,
  example: {
    on: { kind: 'projects:task', id: '0192f0c1-2d3e-7000-8000-000000000002' },
    body: 'The felt is out of stock, is bitumen fine?',
  },
  beforeWrite({ actor, now }, drafts) {
    for (const draft of drafts.filter(({ operation }) => operation === 'create' || operation === 'update')) {
      const { before, fields } = draft;
      const { body } = fields;
      if (before === null) {
        draft.fields = compact({
          ...fields,
          author: actor.id ?? undefined,
          mentions: [...mentionsIn(body)],
        }) as typeof fields;
        continue;
      }
      if (body === before.fields.body) continue;
      if (before.fields.author !== actor.id) throw notTheAuthor(draft);
      draft.fields = { ...fields, mentions: [...mentionsIn(body)], edited_at: now.toISOString() };
    }
  },
});

function notTheAuthor(draft: RecordDraft) {
  const message = 'Only the author can change a comment.';
  return errorOf('forbidden', message, { details: [{ path: draft.path('body'), code: 'not_author', message }] });
}
