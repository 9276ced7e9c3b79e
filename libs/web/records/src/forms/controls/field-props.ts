import type { FieldProps } from '@cubit/web-kit/forms';
import { faultAt } from '../model/faults.js';
import type { ControlProps } from './control-props.js';

/** What every control of the kit takes. */
export function fieldProps({ field, path, faults, density = 'form', hideLabel, autoFocus }: ControlProps): FieldProps {
  const describes = density === 'form' || density === 'preview';
  return {
    label: field.title,
    description: describes && field.description !== null ? field.description : undefined,
    error: faultAt(faults, path, true),
    required: field.required,
    hideLabel: density === 'grid' || hideLabel === true,
    autoFocus,
    name: path.slice(1).replaceAll('/', '.'),
  };
}
