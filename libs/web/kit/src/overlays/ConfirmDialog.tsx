import type { ReactNode } from 'react';
import { Button } from '../actions/Button.js';
import { Dialog } from './Dialog.js';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The verb of the button: "Delete 3 parts". */
  readonly confirm: string;
  readonly danger?: boolean;
  readonly pending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone, or that a module wants to be asked. */
export function ConfirmDialog({ open, title, children, onClose, ...props }: ConfirmDialogProps) {
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant={props.danger === true ? 'danger' : 'primary'} pending={props.pending} onPress={props.onConfirm}>
        {props.confirm}
      </Button>
    </>
  );
  return (
    <Dialog role="alertdialog" size="small" open={open} title={title} onClose={onClose} footer={footer}>
      {children}
    </Dialog>
  );
}
