import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { commentCreated } from '../events.js';
import { comment } from './comment.kind.js';

export const addComment = defineAction({
  id: 'projects:comment',
  title: 'Add comment',
  description: 'Adds a comment to a record of any kind.',
  appliesTo: 'any',
  input: input({
    body: Field.longtext({
      title: 'Comment',
      minLength: 1,
      description: 'Markdown; `@[Ada](<user id>)` mentions a member.',
    }),
  }),
  output: Type.Object({ comment: Type.String({ format: 'uuid' }) }),
  emits: [commentCreated],
  agent: { words: ['note', 'remark', 'say', 'answer', 'write', 'discuss', 'leave a message'] },
  effects: EFFECTS,
  ui: { done: 'Commented on {title}', icon: 'message-square', key: 'c', order: 55 },
  example: { title: 'Ask a question', input: { body: 'The felt is out of stock, is bitumen fine?' } },
  async run({ records }, { id, kind }, { body }) {
    const made = await records.create(comment, { on: { kind, id }, body }, { path: () => '/input/body' });
    return { comment: made.id };
  },
});
