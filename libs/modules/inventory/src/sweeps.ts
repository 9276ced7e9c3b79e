import { compact, defineSweep } from '@cubit/core';
import { partReplaceDue, stockExpiring } from './events.js';
import { loan } from './loan/loan.kind.js';
import { part } from './part/part.kind.js';
import { unitOf } from './part/unit.js';
import { isDue } from './reservation/open-reservation.js';
import { reservation } from './reservation/reservation.kind.js';
import { expiringMs, settings } from './settings.js';
import { stockItem } from './stock-item/stock-item.kind.js';

/** Work that becomes due with time: expired reservations, expiring stock, replacements, overdue loans. */
export const sweeps = [
  defineSweep({
    id: 'expire_reservations',
    kind: reservation,
    at: 'expires_from',
    async run({ records, now }, due) {
      const expired = due.filter(({ fields }) => isDue(fields, now));
      await records.updateMany(
        reservation,
        expired.map(({ id }) => ({ id, fields: { status: 'expired' as const } })),
      );
    },
  }),
  defineSweep({
    id: 'tell_expiring',
    kind: stockItem,
    at: 'expiry_from',
    settings,
    leadMs: expiringMs,
    async run({ records, emit }, due) {
      await records.updateMany(
        stockItem,
        due.map(({ id, fields: { expires_on = null } }) => ({ id, fields: { expiry_told: expires_on } })),
      );
      const parts = await records.getMany(part, [...new Set(due.map(({ fields }) => fields.part))]);
      for (const { id, fields } of due) {
        const owner = parts.get(fields.part);
        emit(
          stockExpiring,
          compact({
            partId: fields.part,
            partName: owner?.title ?? '',
            stockItemId: id,
            qty: fields.qty,
            unit: owner ? unitOf(owner) : '',
            expiresOn: fields.expires_on ?? '',
            locationId: fields.location,
            lot: fields.lot,
          }),
        );
      }
    },
  }),
  defineSweep({
    id: 'tell_replacements',
    kind: part,
    at: 'replace_from',
    async run({ records, emit }, due) {
      await records.updateMany(
        part,
        due.map(({ id }) => ({ id, fields: { replace_from: null } })),
      );
      for (const { id, title, fields } of due)
        if (fields.status !== 'obsolete')
          emit(partReplaceDue, {
            partId: id,
            partName: title,
            dueOn: fields.replace_due ?? '',
            available: fields.available,
            unit: unitOf({ fields }),
          });
    },
  }),
  defineSweep({
    id: 'tell_overdue_loans',
    kind: loan,
    at: 'overdue_from',
    async run({ records }, due) {
      await records.updateMany(
        loan,
        due.map(({ id }) => ({ id, fields: { overdue: true, overdue_from: null } })),
      );
    },
  }),
];
