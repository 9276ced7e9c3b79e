import { shownOfPart, sizeOfPart } from '../part/unit.js';
import { defineAction, fail, Field } from '@cubit/core';
import { requiredQuantity } from '@cubit/decimal';
import { Type } from 'typebox';
import { bomLineRecord } from '../bom/bom-line.fields.js';
import { totalsByPart } from '../build/allocate.js';
import { componentStock } from '../build/component-stock.js';
import { useComponents } from '../build/use-components.js';
import { part } from '../part/part.kind.js';
import { useStock } from '../part/use.action.js';
import { Posting } from '../stock/posting.js';
import { input, qty, STOCK_EFFECTS } from '../stock/stock-input.js';
import { writePosting } from '../stock/write-posting.js';

/** The limit of a bill. */
const MAX_LINES = 1_000;

export const issueKit = defineAction({
  id: 'inventory:issue_kit',
  title: 'Issue a kit',
  description:
    'Uses the components of a bill of materials for a record, without a build. All or none, for a project, a task or another record. Optional components are left out, and substitutes are used as by a build. `inventory:return_leftovers` takes back what was not needed.',
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
  ui: {
    done: 'Issued {input.qty} of {title}',
    icon: 'toolbox',
    order: 25,
    prefill: { qty: 1 },
    visible: { field: 'bom_lines', above: 0 },
  },
  undoneBy: 'inventory:return_leftovers',
  example: {
    title: 'Two kits for a project',
    input: { qty: 2, for: { kind: 'projects:project', id: '0192f0c1-2d3e-7000-8000-000000000001' } },
  },
  available: ({ fields }) => fields.bom_lines > 0 || 'it has no bill of materials',
  async run(context, kit, { qty: kits, for: cause, reason = kit.title }) {
    const bill = await context.records.find(bomLineRecord, { where: { assembly: kit.id }, limit: MAX_LINES });
    const needed = bill.filter(({ fields }) => !fields.optional);
    if (needed.length === 0) throw fail('conflict', 'Every line of its bill of materials is optional.');
    const lines = needed.map(({ fields }) => ({
      fields,
      component: fields.component,
      substitutes: fields.substitutes ?? [],
    }));
    const stock = await componentStock(context, { ...cause, fields: {} }, lines);
    const claims = lines.map(({ fields, component, substitutes }) => {
      const owner = stock.parts.get(component);
      return { component, substitutes, qty: owner ? requiredQuantity(fields, sizeOfPart(owner), kits) : 0n };
    });
    const posting = new Posting({ type: 'use', reason, cause });
    const { shares } = await useComponents(context, { stock, claims, posting, type: 'use', path: '/input/qty' });
    await writePosting(context, posting);
    return {
      lines: [...totalsByPart(shares)].flatMap(([part, qty]) => {
        const owner = stock.parts.get(part);
        return owner ? [{ part, qty: shownOfPart(owner, qty) }] : [];
      }),
    };
  },
});
