import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { KeyLayer } from '../keys/KeysProvider.js';
import styles from './overlay.module.css';

export interface PopoverProps {
  /** A `Button` or `IconButton`. */
  readonly trigger: ReactElement;
  /** Name of the dialog in it. */
  readonly label: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'right top';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A small dialog at its button. Escape and a click outside close it. */
export function Popover({ trigger, label, children, placement = 'bottom start', open, onOpenChange }: PopoverProps) {
  return (
    <DialogTrigger isOpen={open} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover
        className={styles.floating ?? ''}
        placement={placement}
        offset={4}
        // The dialog has the name. On an element without a role, one is content outside of all regions.
        render={(dom) => <div {...dom} aria-labelledby={undefined} />}
      >
        <AriaDialog aria-label={label} className={styles.body ?? ''}>
          {({ close }) => <KeyLayer>{typeof children === 'function' ? children(close) : children}</KeyLayer>}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
