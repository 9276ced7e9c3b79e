import { compact, type KindHookContext, type RecordOf } from '@cubit/core';
import { decimalToNumber } from '@cubit/decimal';
import { parameterKey, parseQuantityRange } from '@cubit/units';
import type { ParameterValue } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import type { ParameterKind } from './parameter.fields.js';
import { parameterRecord } from './parameter.fields.js';

/** Above the number of parameters of the parts of one write. */
const MAX_PARAMETERS = 100_000;

/** A parameter as its part has it: with its number, or range, in the plain unit of what it measures. */
export function valueOf({ name, value, unit }: RecordOf<ParameterKind>['fields']): ParameterValue {
  const range = parseQuantityRange(value, unit) ?? (unit === undefined ? undefined : parseQuantityRange(value));
  return compact({
    name,
    value,
    unit,
    min: range && decimalToNumber(range.min),
    max: range && decimalToNumber(range.max),
    plain: range?.plain,
  });
}

/** Writes the parameters of the parts on their records, by which parts are filtered. */
export async function updateParameters(
  { records }: Pick<KindHookContext, 'records'>,
  parts: readonly string[],
): Promise<void> {
  const ids = [...new Set(parts)];
  const found = await records.find(parameterRecord, { where: { part: { in: ids } }, limit: MAX_PARAMETERS });
  const byPart = Map.groupBy(found, ({ fields }) => fields.part);
  await records.updateEach(part, ids, ({ id }) => {
    const values = (byPart.get(id) ?? []).map(({ fields }) => [parameterKey(fields.name), valueOf(fields)] as const);
    return { parameters: values.length === 0 ? null : Object.fromEntries(values) };
  });
}
