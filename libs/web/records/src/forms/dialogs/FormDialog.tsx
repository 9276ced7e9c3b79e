import { Banner, Button, CopyText, Dialog, useKeys } from '@cubit/web-kit';
import { Form } from '@cubit/web-kit/forms';
import { type ReactNode, type Ref, useMemo } from 'react';
import type { ActionTone } from '@cubit/web-contract';
import { ResumedDraft } from '../ResumedDraft.js';
import type { Draft } from '../use-draft.js';
import styles from './FormDialog.module.css';

export interface FormDialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The verb of the button. */
  readonly verb: string;
  readonly tone?: ActionTone;
  readonly pending: boolean;
  readonly onSubmit: () => void;
  readonly message?: { readonly text: string; readonly requestId?: string | undefined } | undefined;
  readonly formRef: Ref<HTMLFormElement>;
  readonly size?: 'small' | 'medium' | 'large' | 'wide';
  readonly drive?: string;
  /** Says that the form began with what was typed before. */
  readonly draft?: Draft;
  readonly children: ReactNode;
}

/** A form in a dialog. Enter in a field sends it, as does Ctrl+Enter everywhere. Closing it keeps what was typed, in its draft. */
export function FormDialog({
  title,
  open,
  onClose,
  verb,
  pending,
  onSubmit,
  message,
  formRef,
  ...props
}: FormDialogProps) {
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button
        variant={props.tone === 'danger' ? 'danger' : 'primary'}
        pending={pending}
        onPress={onSubmit}
        keys="mod+enter"
      >
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      footer={footer}
      size={props.size}
      dismissable={false}
      drive={props.drive}
    >
      <SubmitKey verb={verb} onSubmit={onSubmit} />
      <Form ref={formRef} label={title} onSubmit={onSubmit}>
        <ResumedDraft draft={props.draft} />
        <FormMessage message={message} />
        {props.children}
        {/* Enter in a field needs a submit button in the form. */}
        <button type="submit" hidden />
      </Form>
    </Dialog>
  );
}

/** What is wrong where no field of the form is. */
export function FormMessage({ message }: Pick<FormDialogProps, 'message'>) {
  if (message === undefined) return null;
  return (
    <Banner tone="bad">
      {message.text}
      {message.requestId !== undefined && (
        <span className={styles.request}>
          Request <CopyText text={message.requestId} label="Copy the request id" />
        </span>
      )}
    </Banner>
  );
}

function SubmitKey({ verb, onSubmit }: { readonly verb: string; readonly onSubmit: () => void }) {
  const keys = useMemo(() => ({ 'mod+enter': { title: verb, run: onSubmit, whileTyping: true } }), [verb, onSubmit]);
  useKeys('Form', keys);
  return null;
}
