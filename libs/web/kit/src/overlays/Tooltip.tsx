import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Kbd } from '../actions/Kbd.js';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** One focusable element of the kit: a `Button`, an `IconButton`, or what `TooltipTarget` wraps. */
  readonly children: ReactNode;
  readonly text: string;
  /** Key that does the same as the element. */
  readonly keys?: string;
  readonly placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** Appears on focus, and on hover after 500 ms. */
export function Tooltip({ children, text, keys, placement = 'bottom' }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={60}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        <span>{text}</span>
        {keys !== undefined && <Kbd keys={keys} className={styles.keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
