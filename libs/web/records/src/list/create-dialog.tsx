import type { UiKind } from '@cubit/web-client';
import { type ComponentType, lazy } from 'react';

export interface CreateProps {
  readonly kind: UiKind;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly initial?: Readonly<Record<string, unknown>> | undefined;
}

/** The form of a new record, loaded when it is first opened. */
export const CreateDialog = lazy(async () => {
  const forms = (await import('../forms/index.js')) as { readonly CreateDialog?: ComponentType<CreateProps> };
  if (!forms.CreateDialog) throw new Error('The forms have no dialog to create records.');
  return { default: forms.CreateDialog };
});
