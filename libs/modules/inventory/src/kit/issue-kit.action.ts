import { defineAction, fail, Field, withFaultsAt } from '@cubit/core';
import { requiredQuantity } from '@cubit/decimal';
import { Type } from 'typebox';
import { bomLineRecord } from '../bom/bom-line.fields.js';
import { part } from '../part/part.kind.js';
import { useStock } from '../part/use.action.js';
import { input, qty, STOCK_EFFECTS } from '../stock/stock-input.js';

const MAX_LINES = 500;

export const issueKit = defineAction({
  id: 'inventory:issue_kit',
  title: 'Issue a kit',
  description:
    'Uses the components of a bill of materials for a record, without a build. All or none, for a project, a task or another record. Optional components are left out. `inventory:return_leftovers` takes back what was not needed.',
  appliesTo: [part],
  input: input({
    qty: { ...qty, description: 'Number of kits.' },
    for: Field.anyRef({
      title: 'For',
      description: 'The record that gets the kit. What is reserved for it is used first.',
    }),
    reason: Type.Optional(Field.text({ title: 'Reason', description: 'Stored on the movements.' })),
  }),
  output: Type.Object({
    lines: Type.Array(Type.Object({ part: Type.String({ format: 'uuid' }), qty: Type.Number() })),
  }),
  emits: useStock.emits,
  effects: STOCK_EFFECTS,
  ui: { icon: 'toolbox', order: 25, prefill: { qty: 1 }, visible: { field: 'bom_lines', above: 0 } },
  undoneBy: 'inventory:return_leftovers',
  example: {
    title: 'Two kits for a project',
    input: { qty: 2, for: { kind: 'projects:project', id: '0192f0c1-2d3e-7000-8000-000000000001' } },
  },
  available: ({ fields }) => fields.bom_lines > 0 || 'it has no bill of materials',
  async run({ records, invoke }, kit, { qty: kits, for: cause, reason }) {
    const bill = await records.find(bomLineRecord, { where: { assembly: kit.id }, limit: MAX_LINES });
    const needed = bill.filter(({ fields }) => !fields.optional);
    if (needed.length === 0) throw fail('conflict', 'Every line of its bill of materials is optional.');
    const lines = needed
      .map(({ fields }) => ({ part: fields.component, qty: requiredQuantity(fields, kits) }))
      // All writers lock parts in the order of their ids.
      .toSorted((a, b) => (a.part < b.part ? -1 : 1));
    for (const line of lines) {
      try {
        await invoke(
          'inventory:use',
          { kind: 'inventory:part', id: line.part },
          { qty: line.qty, for: cause, reason: reason ?? kit.title },
        );
      } catch (error) {
        throw withFaultsAt(error, (path) => (path.startsWith('/input/for') ? path : '/input/qty'));
      }
    }
    return { lines };
  },
});
