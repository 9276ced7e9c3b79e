import { ToggleField, type ToggleProps } from './ToggleField.js';

export type SwitchProps = ToggleProps;

/** A setting that applies at once. */
export function Switch(props: SwitchProps) {
  return <ToggleField {...props} look="switch" />;
}
