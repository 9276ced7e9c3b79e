import type { Submission } from '@cubit/web-records/changes';
import { Banner, Button } from '@cubit/web-kit';
import { Form, TextField } from '@cubit/web-kit/forms';
import type { ReactNode } from 'react';

export interface OutsideFormProps {
  readonly submission: Submission;
  /** The verb of the button. */
  readonly verb: string;
  /** The fields. */
  readonly children?: ReactNode;
  /** Below the button: the other way. */
  readonly link?: ReactNode;
}

/** A form on an `OutsidePage`: what is wrong with all of it, its fields, one wide button. */
export function OutsideForm({
  submission: { pending, message, form, submit },
  verb,
  children,
  link,
}: OutsideFormProps) {
  return (
    <Form ref={form} onSubmit={submit}>
      {message !== undefined && <Banner tone="bad">{message.text}</Banner>}
      {children}
      <Button type="submit" variant="primary" pending={pending} wide>
        {verb}
      </Button>
      {link}
    </Form>
  );
}

export interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
}

/** The address that an account has. */
export function EmailField(props: EmailFieldProps) {
  return <TextField label="Email" name="email" type="email" autoComplete="username" {...props} />;
}
