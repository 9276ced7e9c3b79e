import type { FormField, Values } from '@cubit/web-records/forms';
import type { DeclaredAction } from './declared.js';
import { type EventField, onlySource, targetFields, targetKinds } from './event-fields.js';
import { templateOf } from './templates.js';

/** An action that needs a record runs on the first that the event names, unless another one is chosen. */
export function proposedRecord(action: DeclaredAction | undefined, fields: readonly EventField[]): string {
  if (!action || action.record_optional || targetKinds(action)?.length === 0) return '';
  return targetFields(fields, targetKinds(action))[0]?.expression ?? '';
}

/** Values for the required inputs that have none and that one value of the event fits. What was removed is there as undefined. */
export function proposedInput(inputs: readonly FormField[], input: Values, fields: readonly EventField[]): Values {
  return Object.fromEntries(
    inputs
      .filter(({ name, required }) => required && !(name in input))
      .flatMap((field) => {
        const source = onlySource(field, fields);
        return source ? [[field.name, templateOf(source.expression)] as const] : [];
      }),
  );
}

/** What was entered, without the values that were proposed. */
export function withoutProposed(input: Values, proposed: Values): Values {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !value || value !== proposed[name]));
}
