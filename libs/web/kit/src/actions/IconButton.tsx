import { Button, type ButtonProps } from './Button.js';
import type { IconName } from '../icon/Icon.js';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'iconAfter' | 'label' | 'icon'> {
  readonly icon: IconName;
  /** The name; shown in the tooltip with the key. */
  readonly label: string;
}

/** A quiet button of one icon, whose tooltip has its name and key. */
export function IconButton({ variant = 'quiet', hint, ...props }: IconButtonProps) {
  return <Button variant={variant} hint={hint ?? props.label} {...props} />;
}
