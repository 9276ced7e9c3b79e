import type { FormField, Values } from '@cubit/web-records/forms';
import type { DeclaredAction } from './declared.js';
import { type EventField, onlySource, targetFields, targetKinds } from './event-fields.js';
import { templateOf } from './templates.js';
import type { WireValues } from './wire-values.js';

/** An action that needs a record runs on the first that the event names, unless another one is chosen. */
export function proposedRecord(action: DeclaredAction | undefined, fields: readonly EventField[]): string {
  if (!action || action.record_optional || targetKinds(action)?.length === 0) return '';
  return targetFields(fields, targetKinds(action))[0]?.expression ?? '';
}

/** Values for the required inputs that have none, were not emptied, and that one value of the event fits. */
export function proposedInput(
  inputs: readonly FormField[],
  { input, emptied = [] }: Pick<WireValues, 'input' | 'emptied'>,
  fields: readonly EventField[],
): Values {
  return Object.fromEntries(
    inputs
      .filter(({ name, required }) => required && input[name] === undefined && !emptied.includes(name))
      .flatMap((field) => {
        const source = onlySource(field, fields);
        return source ? [[field.name, templateOf(source.expression)] as const] : [];
      }),
  );
}

/** The inputs that somebody emptied. A draft keeps their names, as it cannot keep undefined. */
export function emptiedInputs(input: Values, before: readonly string[] = []): readonly string[] | undefined {
  const empty = Object.keys(input).filter((name) => input[name] === undefined);
  const all = [...new Set([...before, ...empty])];
  return all.length > 0 ? all : undefined;
}

/** What was entered, without the values that were proposed. */
export function withoutProposed(input: Values, proposed: Values): Values {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !value || value !== proposed[name]));
}
