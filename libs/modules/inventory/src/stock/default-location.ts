import type { ModuleContext } from '@cubit/core';
import { category } from '../category/category.kind.js';
import type { Part } from '../part/part.fields.js';

/** Default location of the part, else of its category. */
export async function defaultLocation(context: ModuleContext, { fields }: Part): Promise<string | undefined> {
  if (fields.default_location !== undefined || fields.category === undefined) return fields.default_location;
  const found = await context.records.getMany(category, [fields.category]);
  return found.get(fields.category)?.fields.default_location;
}

/** The same for many parts, with one read. */
export async function defaultLocations(
  { records }: ModuleContext,
  parts: readonly Part[],
): Promise<(part: Part) => string | undefined> {
  const ids = parts.flatMap(({ fields }) => (fields.default_location === undefined ? (fields.category ?? []) : []));
  const categories = await records.getMany(category, [...new Set(ids)]);
  return ({ fields }) => fields.default_location ?? categories.get(fields.category ?? '')?.fields.default_location;
}
