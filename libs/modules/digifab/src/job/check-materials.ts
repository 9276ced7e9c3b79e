import { compact, type ErrorDetail, type KindHookContext, validationFailed } from '@cubit/core';
import { inUnitOfPart, MATERIAL_UNITS } from '../accounting/in-unit-of-part.js';
import { differs } from '../changed.js';
import { part, stockItem, type Part, type StockItem } from '../stock.js';
import { isByClient } from './is-by-client.js';
import { type JobDraft, type MaterialLine, plannedLine } from './job.fields.js';

/** Checks that material lines name existing parts and stock items that belong together, in units that grams convert to. */
export async function checkMaterials(context: KindHookContext, drafts: readonly JobDraft[]): Promise<void> {
  // Reports are stored even if the parts or stock items were deleted since.
  if (!isByClient(context) && context.action !== 'digifab:queue') return;
  const changed = drafts.filter(
    ({ before, fields }) => fields.materials !== undefined && differs(before?.fields, fields, ['materials']),
  );
  const lines = changed.flatMap(({ fields }) => fields.materials ?? []);
  if (lines.length === 0) return;
  const items = await context.records.getMany(
    stockItem,
    lines.flatMap((line) => line.stock_item ?? []),
  );
  const parts = await context.records.getMany(part, [
    ...lines.flatMap((line) => line.part ?? []),
    ...[...items.values()].map(({ fields }) => fields.part),
  ]);
  const faults: ErrorDetail[] = [];
  for (const draft of changed) {
    const at = (index: number, name: string) => `${draft.path('materials')}/${index}/${name}`;
    const checked = (draft.fields.materials ?? []).map((line, index) => {
      const filled = withPart(line, items);
      const fault = faultOf({ line, filled, items, parts });
      if (fault) faults.push({ path: at(index, fault.field), code: fault.code, message: fault.message });
      // Clients cannot set the members that reports set.
      return compact(plannedLine(filled));
    });
    draft.fields = { ...draft.fields, materials: checked };
  }
  if (faults.length > 0) throw validationFailed(faults);
}

function withPart(line: MaterialLine, items: ReadonlyMap<string, StockItem>): MaterialLine {
  const owner = items.get(line.stock_item ?? '')?.fields.part;
  return line.part === undefined && owner !== undefined ? { ...line, part: owner } : line;
}

interface LineCheck {
  readonly line: MaterialLine;
  readonly filled: MaterialLine;
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
}

function faultOf({ line, filled, items, parts }: LineCheck) {
  if (line.stock_item !== undefined && !items.has(line.stock_item))
    return { field: 'stock_item', code: 'unknown_reference', message: 'The stock item does not exist.' };
  if (filled.part === undefined) return null;
  const owner = parts.get(filled.part);
  if (!owner) return { field: 'part', code: 'unknown_reference', message: 'The part does not exist.' };
  if (line.stock_item !== undefined && items.get(line.stock_item)?.fields.part !== owner.id)
    return { field: 'stock_item', code: 'other_part', message: 'The stock item belongs to another part.' };
  if (inUnitOfPart(1, owner) === null) {
    const message = `The part has the unit '${owner.fields.unit ?? ''}'. Material must have one of the units ${MATERIAL_UNITS.join(', ')}.`;
    return { field: 'part', code: 'unit', message };
  }
  return null;
}
