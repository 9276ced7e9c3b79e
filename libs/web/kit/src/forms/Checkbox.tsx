import { useEffect, useRef } from 'react';
import { ToggleField, type ToggleProps } from './ToggleField.js';

export interface CheckboxProps extends ToggleProps {
  /** Some of what it stands for is checked. */
  readonly mixed?: boolean;
}

export function Checkbox({ mixed = false, ...props }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = mixed;
  }, [mixed]);
  return <ToggleField {...props} look="checkbox" boxRef={ref} />;
}
