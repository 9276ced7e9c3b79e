import { type ErrorDetail, validate, validationFailed } from '@cubit/core';
import { mergePatch, normaliseColors, type RecordShape } from '@cubit/core/host';
import { colorSchemaOf } from '../write/normalise.js';

/** The fields after a merge patch of a client, with every changed field validated; throws `422` with every fault. */
export function patchFields(
  shape: RecordShape,
  before: Readonly<Record<string, unknown>>,
  { patch, prefix }: { readonly patch: Readonly<Record<string, unknown>>; readonly prefix: string },
): Readonly<Record<string, unknown>> {
  const colors = colorSchemaOf(shape);
  const changes = colors ? normaliseColors(colors, patch, { isPatch: true }) : patch;
  const merged = mergePatch(before, changes) as Record<string, unknown>;
  const faults = Object.keys(changes).flatMap((name): readonly ErrorDetail[] => {
    const field = shape.fields.get(name);
    return field && merged[name] !== undefined ? validate(field.schema, merged[name], `${prefix}/fields/${name}`) : [];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return merged;
}
