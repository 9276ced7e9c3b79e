import { defineModule } from '@cubit/core';
import { actions } from './actions.js';
import { errors } from './errors.js';
import { events } from './events.js';
import { overdueSweep } from './order/overdue.sweep.js';
import { order } from './order/order.kind.js';
import { orderItem } from './order-item/order-item.kind.js';
import { receipt } from './receipt/receipt.kind.js';
import { request } from './request/request.kind.js';
import { settings } from './settings.js';
import { supplier } from './supplier/supplier.kind.js';
import { supplierPart } from './supplier-part/supplier-part.kind.js';
import { upgrades } from './upgrades.js';
import { wires } from './wires.js';
import { purchasesHints } from './purchases.hints.js';

export const purchases = defineModule({
  name: 'purchases',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Purchases',
  description: 'Suppliers, what they sell, orders from the draft to their arrival, receipts and requests.',
  requires: ['inventory'],
  kinds: [supplier, supplierPart, order, orderItem, receipt, request],
  actions,
  events,
  sweeps: [overdueSweep],
  upgrades,
  wires,
  errors,
  settings,
  permissions: {
    kinds: {
      'inventory:bom_line': 'read',
      'inventory:build': 'read',
      'inventory:part': 'write',
      'inventory:stock_item': 'write',
      'projects:project': 'write',
      'spaces:location': 'read',
    },
    invokes: ['inventory:take_back'],
  },
  ui: purchasesHints,
});
