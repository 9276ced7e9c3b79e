import {
  compact,
  computed,
  defineKind,
  Field,
  foreignKind,
  type KindDefinition,
  type KindHookContext,
  type RecordDraft,
  type RecordOf,
  validationFailed,
} from '@cubit/core';
import { Type } from 'typebox';
import { requestCreated, requestFulfilled } from '../events.js';
import { partRecord } from '../foreign.js';
import { requestHints } from './request.hints.js';

const STATUSES = ['open', 'ordered', 'rejected', 'fulfilled'] as const;

const fields = Type.Object({
  part: Type.Optional(
    Field.ref('inventory:part', { title: 'Part', description: 'The part to buy. Absent for anything else.' }),
  ),
  description: Type.Optional(
    Field.text({ title: 'Description', minLength: 1, description: 'Required without a part.' }),
  ),
  qty: Type.Optional(
    Field.decimal({
      title: 'Quantity',
      ui: { widget: 'quantity', unit: { field: 'part.unit' } },
      exclusiveMinimum: 0,
      description: 'Quantity in stock units.',
    }),
  ),
  reason: Type.Optional(Field.text({ title: 'Reason', description: 'Why it is needed.' })),
  requested_by: Type.Optional(
    Field.user({ title: 'Requested by', description: 'Default: the member who creates the request.' }),
  ),
  needed_by: Type.Optional(Field.date({ title: 'Needed by', description: 'Date by which it must have arrived.' })),
  for: Type.Optional(Field.anyRef({ title: 'For', description: 'Record that the request is for.' })),
  status: Field.enum(STATUSES, {
    title: 'Status',
    ui: {
      widget: 'status',
      tone: { info: { is: 'open' }, warn: { is: 'ordered' }, ok: { is: 'fulfilled' }, bad: { is: 'rejected' } },
    },
    description:
      'Progress of the request. `ordered` while the request has an order line; `fulfilled` when that line is received.',
  }),
  order_item: Type.Optional(
    Field.ref('purchases:order_item', {
      title: 'Order line',
      onDelete: 'clear',
      description: 'The order line for the request.',
    }),
  ),
  fulfilled_at: Type.Optional(
    computed(Field.datetime({ title: 'Fulfilled', description: 'When the request was fulfilled.' })),
  ),
});

export type RequestKind = KindDefinition<'purchases:request', typeof fields>;
export type Request = RecordOf<RequestKind>;
type Draft = RecordDraft<RequestKind>;

/** The kind without its rules, so that other kinds can refer to it. */
export const requestRecord: RequestKind = foreignKind('purchases:request', fields);

export const request = defineKind({
  id: 'purchases:request',
  title: ['Request', 'Requests'],
  description: 'A request to buy something: an entry of the shopping list.',
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
  ui: requestHints,
  example: { part: '0192f0c1-2d3e-7000-8000-000000000001', qty: 20, reason: 'For the next batch' },
  async beforeWrite(context, drafts) {
    const written = drafts.filter(({ operation }) => operation !== 'delete');
    refuseNameless(written);
    for (const draft of written) draft.fields = withDerivedFields(context, draft);
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
  const message = 'A request without a part needs a description.';
  throw validationFailed(nameless.map((draft) => ({ path: draft.path('description'), code: 'required', message })));
}

/** Derives the status from `order_item`, and sets `fulfilled_at` when the request is fulfilled. */
function withDerivedFields({ actor, now }: KindHookContext, { before, fields }: Draft): Request['fields'] {
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
