import { defineModule } from '@cubit/core';
import { actions } from './actions.js';
import { bomLine } from './bom/bom-line.kind.js';
import { build } from './build/build.kind.js';
import { category } from './category/category.kind.js';
import { count } from './count/count.kind.js';
import { events } from './events.js';
import { scanRoute } from './label/scan.route.js';
import { loan } from './loan/loan.kind.js';
import { movement } from './movement/movement.kind.js';
import { parameter } from './parameter/parameter.kind.js';
import { part } from './part/part.kind.js';
import { releaseSubscriptions } from './reservation/release-ended.js';
import { reservation } from './reservation/reservation.kind.js';
import { settings } from './settings.js';
import { sweeps } from './sweeps.js';
import { stockItem } from './stock-item/stock-item.kind.js';
import { upgrades } from './upgrades.js';
import { inventoryHints } from './inventory.hints.js';

export const inventory = defineModule({
  name: 'inventory',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Inventory',
  description: 'Parts, their stock, the ledger of stock movements, reservations, builds, counts and loans.',
  requires: ['spaces'],
  kinds: [category, part, stockItem, movement, reservation, bomLine, build, count, loan, parameter],
  events,
  actions,
  sweeps,
  subscriptions: releaseSubscriptions,
  upgrades,
  routes: [scanRoute],
  settings,
  permissions: {
    kinds: {
      'digifab:job': 'read',
      'projects:project': 'write',
      'projects:task': 'read',
      'purchases:supplier_part': 'read',
      'spaces:location': 'write',
    },
  },
  ui: inventoryHints,
});
