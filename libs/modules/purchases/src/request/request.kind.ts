import {
  compact,
  computed,
  defineKind,
  Field,
  foreignKind,
  validationFailed,
  type KindDefinition,
  type KindHookContext,
  type RecordDraft,
  type RecordOf,
} from '@cubit/core';
import { Type } from 'typebox';
import { requestCreated, requestFulfilled } from '../events.js';
import { partRecord } from '../foreign.js';

const STATUSES = ['open', 'ordered', 'rejected', 'fulfilled'] as const;

const fields = Type.Object({
  part: Type.Optional(Field.ref('inventory:part')),
  description: Type.Optional(Field.text({ minLength: 1, description: 'Needed where there is no part.' })),
  qty: Type.Optional(Field.decimal({ exclusiveMinimum: 0, description: 'In units of stock.' })),
  reason: Type.Optional(Field.text()),
  requested_by: Type.Optional(Field.user({ description: 'Default: whoever makes it.' })),
  needed_by: Type.Optional(Field.date()),
  for: Type.Optional(Field.anyRef({ description: 'What it is for.' })),
  status: Field.enum(STATUSES),
  order_item: Type.Optional(
    Field.ref('purchases:order_item', { onDelete: 'clear', description: 'The line that orders it.' }),
  ),
  fulfilled_at: Type.Optional(computed(Field.datetime())),
});

export type RequestKind = KindDefinition<'purchases:request', typeof fields>;
export type Request = RecordOf<RequestKind>;
type Draft = RecordDraft<RequestKind>;

/** The kind for the rules of other kinds. */
export const requestRecord: RequestKind = foreignKind('purchases:request', fields);

export const request = defineKind({
  id: 'purchases:request',
  title: ['Request', 'Requests'],
  description: 'Something that somebody wants bought: the shopping list.',
  fields,
  titleOf: ({ description = '' }) => description,
  search: ['description', 'reason'],
  index: ['status', 'part', 'order_item', 'needed_by'],
  lifecycle: {
    field: 'status',
    initial: 'open',
    states: {
      open: { to: { ordered: ['purchases:order_request'], rejected: 'direct', fulfilled: 'direct' } },
      ordered: { to: { open: 'direct', fulfilled: 'direct', rejected: 'direct' } },
      rejected: { to: { open: 'direct' } },
      fulfilled: { to: { open: 'direct', ordered: ['purchases:reverse_receipt'] } },
    },
  },
  events: { created: requestCreated },
  emits: [requestFulfilled],
  eventPayload: ({ fields: { part, qty, needed_by }, title }) => ({ partId: part, title, qty, neededBy: needed_by }),
  example: { part: '0192f0c1-2d3e-7000-8000-000000000001', qty: 20, reason: 'For the next batch' },
  async beforeWrite(context, drafts) {
    const written = drafts.filter(({ operation }) => operation !== 'delete');
    refuseNameless(written);
    for (const draft of written) draft.fields = derived(context, draft);
    await setTitles(context, written);
  },
  async onWrite(context, changes) {
    for (const { operation, before, after } of changes) {
      const { status, part, qty, order_item } = after.fields;
      if (operation === 'update' && status === 'fulfilled' && before?.fields.status !== 'fulfilled')
        context.emit(
          requestFulfilled,
          compact({
            requestId: after.id,
            partId: part,
            orderItemId: order_item,
            title: after.title,
            qty,
          }),
        );
    }
  },
});

function refuseNameless(drafts: readonly Draft[]): void {
  const nameless = drafts.filter(
    ({ fields: { part, description } }) => part === undefined && description === undefined,
  );
  if (nameless.length === 0) return;
  const message = 'A request without a part says what is wanted.';
  throw validationFailed(nameless.map((draft) => ({ path: draft.path('description'), code: 'required', message })));
}

/** It is ordered while a line orders it, and fulfilled at the moment it is. */
function derived({ actor, now }: KindHookContext, { before, fields }: Draft): Request['fields'] {
  const isOrdered = fields.order_item !== undefined;
  const was = before?.fields.order_item !== undefined;
  const status =
    fields.status === 'open' && isOrdered && !was
      ? 'ordered'
      : fields.status === 'ordered' && !isOrdered
        ? 'open'
        : fields.status;
  return compact({
    ...fields,
    status,
    order_item: status === 'open' ? undefined : fields.order_item,
    requested_by: fields.requested_by ?? (before === null ? (actor.id ?? undefined) : undefined),
    fulfilled_at: status === 'fulfilled' ? (fields.fulfilled_at ?? now.toISOString()) : undefined,
  }) as Request['fields'];
}

async function setTitles({ records }: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  const unnamed = drafts.filter(({ fields }) => fields.description === undefined);
  if (unnamed.length === 0) return;
  const parts = await records.getMany(
    partRecord,
    unnamed.flatMap(({ fields }) => fields.part ?? []),
  );
  for (const draft of unnamed) draft.title = parts.get(draft.fields.part ?? '')?.title ?? '';
}
