import type { MouseEvent, Ref } from 'react';
import { cx } from '../cx.js';
import { ButtonContent, type ButtonProps } from './Button.js';
import styles from './Button.module.css';

export interface LinkButtonProps extends Pick<
  ButtonProps,
  'children' | 'variant' | 'size' | 'icon' | 'iconAfter' | 'label' | 'drive' | 'wide' | 'className'
> {
  readonly href: string;
  /** Saves the target under this name. */
  readonly download?: string | boolean;
  /** Where a router takes the click over. */
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button: it has an address, so it opens in a new tab as well. */
export function LinkButton({ ref, ...props }: LinkButtonProps) {
  const { href, download, onClick, variant = 'plain', size = 'normal' } = props;
  return (
    <a
      ref={ref}
      href={href}
      download={download}
      onClick={onClick}
      aria-label={props.label}
      data-drive={props.drive}
      data-icon-only={props.children === undefined || undefined}
      className={cx(styles.button, styles[variant], styles[size], props.wide && styles.wide, props.className)}
    >
      <ButtonContent {...props} />
    </a>
  );
}
