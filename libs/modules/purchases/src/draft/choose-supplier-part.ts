import type { ModuleContext } from '@cubit/core';
import { supplier, type Supplier } from '../supplier/supplier.kind.js';
import { supplierPartRecord, type SupplierPart } from '../supplier-part/supplier-part.fields.js';
import type { Part } from '../foreign.js';

/** More ways to buy the parts of one call than there are. */
const MAX_SUPPLIER_PARTS = 100_000;

export interface Source {
  readonly supplierPart: SupplierPart;
  readonly supplier: Supplier;
}

/**
 * Where each of the parts is bought: of the named supplier, else as the part says, else the preferred one, else the one that is known
 * longest. Suppliers that are not active are passed over. Two statements, however many parts.
 */
export async function chooseSupplierParts(
  { records }: ModuleContext,
  parts: readonly Part[],
  supplierId?: string,
): Promise<ReadonlyMap<string, Source>> {
  const known = await records.find(supplierPartRecord, {
    where: { part: { in: parts.map(({ id }) => id) }, ...(supplierId === undefined ? {} : { supplier: supplierId }) },
    limit: MAX_SUPPLIER_PARTS,
  });
  const suppliers = await records.getMany(supplier, [...new Set(known.map(({ fields }) => fields.supplier))]);
  const byPart = Map.groupBy(known, ({ fields }) => fields.part);
  return new Map(
    parts.flatMap((part): [string, Source][] => {
      const usable = (byPart.get(part.id) ?? []).filter(({ fields }) => suppliers.get(fields.supplier)?.fields.active);
      const best =
        usable.find(({ id }) => id === part.fields.default_supplier_part) ??
        usable.find(({ fields }) => fields.preferred) ??
        usable[0];
      const from = suppliers.get(best?.fields.supplier ?? '');
      return best && from ? [[part.id, { supplierPart: best, supplier: from }]] : [];
    }),
  );
}
