import type { CubitRecord, UiKind } from '@cubit/web-client';
import { type ComponentType, createContext, useContext } from 'react';
import type { Values } from '../model/condition.js';
import type { ControlProps } from './control-props.js';

export interface CreateDialogProps {
  readonly kind: UiKind;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Values to begin with. */
  readonly initial?: Values | undefined;
  readonly onCreated?: (record: CubitRecord) => void;
}

/** What controls need of the forms that contain them. */
export interface NestedForms {
  readonly FieldControl: ComponentType<ControlProps>;
  readonly CreateDialog: ComponentType<CreateDialogProps>;
}

const NestedFormsContext = createContext<NestedForms | null>(null);

export const NestedFormsProvider = NestedFormsContext.Provider;

export function useNestedForms(): NestedForms {
  const forms = useContext(NestedFormsContext);
  if (!forms) throw new Error('FormProvider is missing.');
  return forms;
}
