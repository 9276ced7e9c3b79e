import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from '../cx.js';
import { IconButton } from '../actions/IconButton.js';
import { KeyLayer } from '../keys/KeysProvider.js';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Asked by Escape, the cross and a click outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  /** `small` 400, `medium` 560, `large` 800 pixels. */
  readonly size?: 'small' | 'medium' | 'large' | 'wide';
  /** `alertdialog` asks before something that is lost. */
  readonly role?: 'dialog' | 'alertdialog';
  /** A click outside closes; false for forms with unsaved text. */
  readonly dismissable?: boolean;
  /** Only its own buttons lead out: no Esc, no button to close. */
  readonly stays?: boolean;
  /** Hides the head; the title still names the dialog (palette). */
  readonly bare?: boolean;
  readonly drive?: string;
}

export function Dialog({ title, open, onClose, children, footer, ...props }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={props.stays !== true && (props.dismissable ?? true)}
      isKeyboardDismissDisabled={props.stays === true}
      className={styles.scrim ?? ''}
    >
      <Modal className={cx(styles.modal, styles[props.size ?? 'medium'])}>
        <AriaDialog
          role={props.role ?? 'dialog'}
          aria-label={props.bare === true ? title : undefined}
          className={styles.dialog ?? ''}
          data-drive={props.drive}
        >
          <KeyLayer>
            {props.bare !== true && (
              <header className={styles.head}>
                <Heading slot="title" level={2} className={styles.title}>
                  {title}
                </Heading>
                {props.stays !== true && (
                  <IconButton icon="x" label="Close" size="small" keys="esc" onPress={onClose} />
                )}
              </header>
            )}
            <div className={props.bare === true ? styles.bareBody : styles.body}>{children}</div>
            {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
          </KeyLayer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
