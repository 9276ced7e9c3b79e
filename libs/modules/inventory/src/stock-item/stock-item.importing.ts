import type { KindImport } from '@cubit/core';
import { assetReader, groceryReader, spoolReader } from './stock-item.readers.js';

export const stockItemImport: KindImport = {
  columns: {
    part: ['part name', 'item', 'item name', 'component', 'name', 'ipn', 'sku', 'Teil', 'Bauteil'],
    qty: [
      'quantity',
      'count',
      'amount',
      'stock',
      'on hand',
      'in stock',
      'stock quantity',
      'Menge',
      'Bestand',
      'Anzahl',
    ],
    location: ['location path', 'location name', 'storage location', 'where', 'bin', 'place', 'Lagerort'],
    lot: ['batch', 'batch code', 'batch number', 'lot number', 'Losnummer', 'Charge'],
    serial: ['serial number', 'serial no', 's/n', 'sn', 'Seriennummer'],
    unit_cost: ['purchase price', 'price', 'unit price', 'cost', 'unit cost', 'Kaufpreis', 'Preis'],
    'unit_cost.currency': ['currency', 'purchase price currency', 'price currency', 'Währung'],
    expires_on: ['expiry date', 'expiry', 'expires', 'best before', 'expiration date', 'Ablaufdatum'],
    status: ['state', 'condition', 'status text'],
    notes: ['note', 'comment', 'remarks', 'Notizen', 'Notiz'],
  },
  units: { qty: { input: 'unit' } },
  values: {
    // The numbers are InvenTree's stock status codes.
    status: {
      ok: ['10', 'good', 'new', 'available', 'ready to deploy', 'deployable', 'deployed'],
      attention: ['50', 'attention needed', 'used', 'erfordert Eingriff', 'out for diagnostics', 'out for repair'],
      damaged: ['55', 'broken', 'defective', 'Beschädigt', 'undeployable', 'broken - not fixable'],
      destroyed: ['60', 'Zerstört'],
      rejected: ['65', 'Zurückgewiesen'],
      lost: ['70', 'missing', 'Verloren', 'lost/stolen'],
      quarantined: ['75', 'quarantine', 'In Quarantäne'],
      returned: ['85', 'Zurückgegeben'],
    },
  },
  readers: [spoolReader, assetReader, groceryReader],
};
