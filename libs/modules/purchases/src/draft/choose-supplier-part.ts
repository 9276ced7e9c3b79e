import type { ModuleContext } from '@cubit/core';
import { supplier, type Supplier } from '../supplier/supplier.kind.js';
import { supplierPartRecord, type SupplierPart } from '../supplier-part/supplier-part.fields.js';
import type { Part } from '../foreign.js';

/** Above the number of supplier parts of the parts in one call. */
const MAX_SUPPLIER_PARTS = 100_000;

export interface PurchaseSource {
  readonly supplierPart: SupplierPart;
  readonly supplier: Supplier;
}

/**
 * Chooses the supplier part for each part: of the given supplier, else the default supplier part of the part, else the preferred one,
 * else the oldest. Inactive suppliers are ignored. Two statements for any number of parts.
 */
export async function chooseSupplierParts(
  context: ModuleContext,
  parts: readonly Part[],
  supplierId?: string,
): Promise<ReadonlyMap<string, PurchaseSource>> {
  const sources = await usableSources(context, parts, supplierId);
  return new Map(
    parts.flatMap((part): [string, PurchaseSource][] => {
      const [best] = sources.get(part.id) ?? [];
      return best ? [[part.id, best]] : [];
    }),
  );
}

/** All supplier parts of active suppliers, by part: the default one first, then the preferred one, then the oldest. */
export async function usableSources(
  { records }: ModuleContext,
  parts: readonly Part[],
  supplierId?: string,
): Promise<ReadonlyMap<string, readonly PurchaseSource[]>> {
  const known = await records.find(supplierPartRecord, {
    where: { part: { in: parts.map(({ id }) => id) }, ...(supplierId === undefined ? {} : { supplier: supplierId }) },
    limit: MAX_SUPPLIER_PARTS,
  });
  const suppliers = await records.getMany(supplier, [...new Set(known.map(({ fields }) => fields.supplier))]);
  const byPart = Map.groupBy(known, ({ fields }) => fields.part);
  return new Map(
    parts.map((part) => {
      const rank = ({ id, fields }: SupplierPart) =>
        id === part.fields.default_supplier_part ? 0 : fields.preferred ? 1 : 2;
      const usable = (byPart.get(part.id) ?? []).flatMap((supplierPart): PurchaseSource[] => {
        const from = suppliers.get(supplierPart.fields.supplier);
        return from?.fields.active ? [{ supplierPart, supplier: from }] : [];
      });
      return [part.id, usable.toSorted((a, b) => rank(a.supplierPart) - rank(b.supplierPart))];
    }),
  );
}
