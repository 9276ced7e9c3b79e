import { Banner, Button, Dialog } from '@cubit/web-kit';
import { Form } from '@cubit/web-kit/forms';
import { ResumedDraft } from '@cubit/web-records/changes';
import { type ReactNode, useId } from 'react';
import type { FormState } from './use-form.js';
import styles from './parts.module.css';

export interface SavedFormProps {
  readonly state: AnyForm;
  readonly children: ReactNode;
  /** Verb of the button: "Save" by default. */
  readonly save?: string;
  /** The role may not change it. */
  readonly locked?: boolean;
  readonly label: string;
}

/** What the frame of a form needs, whatever its values are. */
export type AnyForm = Pick<FormState<object>, 'pending' | 'message' | 'submit' | 'form' | 'dirty' | 'resumed'>;

/** A form in the page: fields, then its button. */
export function SavedForm({ state, children, save = 'Save', locked = false, label }: SavedFormProps) {
  const { form, message, submit, pending, dirty } = state;
  return (
    <Form ref={form} label={label} onSubmit={submit}>
      {message !== undefined && <Banner tone="bad">{message}</Banner>}
      {children}
      {!locked && (
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            disabledReason={dirty ? undefined : 'Nothing has changed'}
          >
            {save}
          </Button>
        </div>
      )}
    </Form>
  );
}

export interface FormDialogProps {
  readonly title: string;
  readonly state: AnyForm;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Verb of the button. */
  readonly save: string;
  /** Between Cancel and the button. */
  readonly extra?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
}

/** A form over the page. A click outside does not lose what is typed. */
export function FormDialog({ title, state, onClose, children, save, extra, size }: FormDialogProps) {
  const id = useId();
  const { form, message, submit, pending, dirty } = state;
  return (
    <Dialog
      open
      title={title}
      size={size}
      dismissable={!dirty}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {extra}
          <Button variant="primary" pending={pending} onPress={submit}>
            {save}
          </Button>
        </>
      }
    >
      <Form id={id} ref={form} label={title} onSubmit={submit}>
        <ResumedDraft draft={state.resumed} />
        {message !== undefined && <Banner tone="bad">{message}</Banner>}
        {children}
        {/* Enter submits only where a form has a submit button. */}
        <input type="submit" hidden />
      </Form>
    </Dialog>
  );
}
