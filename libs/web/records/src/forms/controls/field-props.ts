import type { FieldProps } from '@cubit/web-kit/forms';
import { faultAt } from '../model/faults.js';
import type { ControlProps } from './control-props.js';

/** What every control of the kit takes. */
export function fieldProps({ field, path, faults, compact, hideLabel, autoFocus }: ControlProps): FieldProps {
  return {
    label: field.title,
    description: compact || hideLabel || field.description === null ? undefined : field.description,
    error: faultAt(faults, path, true),
    required: field.required,
    hideLabel: compact === true || hideLabel === true,
    autoFocus,
    name: path.slice(1).replaceAll('/', '.'),
  };
}
