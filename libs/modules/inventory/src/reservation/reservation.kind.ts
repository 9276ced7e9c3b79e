import { defineKind } from '@cubit/core';
import {
  reservationConsumed,
  reservationCreated,
  reservationExpired,
  reservationReleased,
  stockChanged,
} from '../events.js';
import { reservationTitle } from './open-reservation.js';
import { postReservationChanges } from './post-reservation-changes.js';
import { refuseShortReservations, setOpenFields, setQuantities } from './reservation-rules.js';
import { reservationFields } from './reservation.fields.js';
import { reservationHints } from './reservation.hints.js';

const consuming = [
  'inventory:consume_reservation',
  'inventory:consume_build',
  'inventory:issue_kit',
  'inventory:complete_output',
  'inventory:scrap_output',
  'inventory:use',
  'inventory:adjust',
] as const;
const releasing = [
  'inventory:release',
  'inventory:release_for',
  'inventory:complete_build',
  'inventory:cancel_build',
] as const;
/** Undo what released or consumed it. */
const restoring = ['inventory:release', 'inventory:release_for'] as const;
const returning = ['inventory:reverse_build_output'] as const;
const closing = { released: releasing, consumed: consuming, expired: ['sweep:expire_reservations'] } as const;

export const reservation = defineKind({
  id: 'inventory:reservation',
  title: ['Reservation', 'Reservations'],
  description: 'Stock that is reserved for a record. It is on hand, but not available to others.',
  fields: reservationFields,
  titleOf: (fields) => reservationTitle(fields),
  search: ['note'],
  index: ['part', 'stock_item', 'status', 'needed_by', 'expires_at', 'open_for', 'ended_for', 'for'],
  lifecycle: {
    field: 'status',
    initial: 'active',
    states: {
      active: { to: { partial: consuming, ...closing } },
      partial: { to: { active: returning, ...closing } },
      consumed: { to: { active: returning, partial: returning } },
      released: { to: { active: restoring, partial: restoring } },
      expired: { to: {} },
    },
  },
  lockAfter: 'part',
  events: { created: reservationCreated },
  emits: [stockChanged, reservationConsumed, reservationReleased, reservationExpired],
  eventPayload: ({ fields: { part, stock_item, qty, for: purpose } }) => ({
    partId: part,
    stockItemId: stock_item,
    qty,
    for: purpose,
  }),
  ui: reservationHints,
  example: {
    part: '0192f0c1-2d3e-7000-8000-000000000001',
    qty: 4,
    for: { kind: 'inventory:part', id: '0192f0c1-2d3e-7000-8000-000000000002' },
    needed_by: '2026-06-30',
  },
  async beforeWrite(context, drafts) {
    await setQuantities(context, drafts);
    await refuseShortReservations(context, drafts);
    for (const draft of drafts) setOpenFields(draft);
  },
  async onWrite(context, changes) {
    await postReservationChanges(context, changes);
  },
});
