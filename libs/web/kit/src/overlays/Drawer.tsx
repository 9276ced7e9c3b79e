import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from '../cx.js';
import { IconButton } from '../actions/IconButton.js';
import { KeyLayer } from '../keys/KeysProvider.js';
import styles from './Drawer.module.css';

export interface DrawerProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** `end` by default; `start` for a menu of pages, `bottom` for choices on a phone. */
  readonly side?: 'start' | 'end' | 'bottom';
}

/** A modal panel at an edge of the screen. */
export function Drawer({ title, open, onClose, children, footer, side = 'end' }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={open}
      isDismissable
      onOpenChange={(next) => !next && onClose()}
      className={cx(styles.scrim, styles[side])}
    >
      <Modal className={styles.panel ?? ''}>
        <AriaDialog className={styles.dialog ?? ''}>
          <KeyLayer>
            <header className={styles.head}>
              <Heading slot="title" level={2} className={styles.title}>
                {title}
              </Heading>
              <IconButton icon="x" label="Close" size="small" keys="esc" onPress={onClose} />
            </header>
            <div className={styles.body}>{children}</div>
            {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
          </KeyLayer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
