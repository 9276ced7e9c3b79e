import type { Icon as IconName } from '@cubit/web-contract';
import { cx } from '../cx.js';
import sprite from './icons.svg?url&no-inline';
import styles from './Icon.module.css';

export type { IconName };

export interface IconProps {
  readonly name: IconName;
  /** Pixels; 16 by default. */
  readonly size?: 12 | 14 | 16 | 20 | 24 | 32 | 40;
  /** Said by screen readers. Without it the icon is decoration. */
  readonly label?: string;
  readonly className?: string;
}

/** One symbol of the sprite, a static file that browsers keep. */
export function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      className={cx(styles.icon, className)}
      width={size}
      height={size}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
      focusable="false"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
