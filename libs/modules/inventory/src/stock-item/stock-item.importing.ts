import type { KindImport } from '@cubit/core';

export const stockItemImport: KindImport = {
  columns: {
    part: ['part name', 'item', 'item name', 'component', 'name', 'ipn', 'sku'],
    qty: ['quantity', 'count', 'amount', 'stock', 'on hand', 'in stock', 'stock quantity', 'Menge', 'Bestand'],
    location: ['location path', 'location name', 'storage location', 'where', 'bin', 'place', 'Lagerort'],
    lot: ['batch', 'batch code', 'batch number', 'lot number'],
    serial: ['serial number', 'serial no', 's/n', 'sn'],
    unit_cost: ['purchase price', 'price', 'unit price', 'cost', 'unit cost'],
    'unit_cost.currency': ['currency', 'purchase price currency', 'price currency'],
    expires_on: ['expiry date', 'expiry', 'expires', 'best before', 'expiration date'],
    status: ['state', 'condition', 'status text'],
    notes: ['note', 'comment', 'remarks'],
  },
  units: { qty: { input: 'unit' } },
  values: {
    // The numbers are InvenTree's stock status codes.
    status: {
      ok: ['10', 'good', 'new', 'available'],
      attention: ['50', 'attention needed', 'used'],
      damaged: ['55', 'broken', 'defective'],
      destroyed: ['60'],
      rejected: ['65'],
      lost: ['70', 'missing'],
      quarantined: ['75', 'quarantine'],
      returned: ['85'],
    },
  },
};
