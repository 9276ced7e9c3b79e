import { isObject, type JsonObject } from './json.js';
import { pascalCase } from './names.js';

/**
 * The name of a schema that the kernel has marked as one of a kind: `InventoryPart` for the record, `InventoryPartCreate` and
 * `InventoryPartPatch` for requests, `PurchasesOrderCreated` for a new record with its children. If `fields` and `expand` can change the record it is `InventoryPartPresented`.
 */
export function recordSchemaName(schema: JsonObject): string | null {
  const { properties, 'x-create': created, 'x-patch': patched, 'x-record': answered, 'x-created': made } = schema;
  if (typeof made === 'string') return `${pascalCase(made)}Created`;
  if (typeof created === 'string') return `${pascalCase(created)}Create`;
  if (typeof patched === 'string') return `${pascalCase(patched)}Patch`;
  if (typeof answered !== 'string') return null;
  const fields = isObject(properties) ? properties['fields'] : undefined;
  const isWhole = isObject(fields) && '$ref' in fields;
  return isWhole ? pascalCase(answered) : `${pascalCase(answered)}Presented`;
}
