import { pagePaths, type UiAction, type UiKind } from '@cubit/web-client';
import { withTitles } from '@cubit/web-contract';
import { Banner } from '@cubit/web-kit';
import { withSearch } from '../../app/address.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { columnsOf, type FormField, memberTitles } from '../model/form-field.js';
import type { Values } from '../model/condition.js';
import { SchemaForm } from '../SchemaForm.js';
import type { Draft } from '../use-draft.js';
import { FormDialog } from './FormDialog.js';
import { useSchemaForm } from './use-schema-form.js';
import styles from './FormDialog.module.css';

export interface ActionFormDialogProps {
  readonly action: UiAction;
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** The fields of the record that the action runs on. */
  readonly about?: Values | undefined;
  /** The kind of that record. */
  readonly kind?: UiKind | undefined;
  readonly draft?: Draft;
  /** Sends the input; the key is the same on each try of the same values. */
  readonly send: (input: Values, key: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The input of an action, for one record or for many. Below a `FormProvider`. */
export function ActionFormDialog(props: ActionFormDialogProps) {
  const { action, title, fields, values, onChange, about, kind, draft, send, onClose } = props;
  const { form, faults, message, pending, submit } = useSchemaForm({
    ...{ fields, values, send },
    base: '/input',
    ...(about && { about }),
  });
  const hasGrid = fields.some((field) => columnsOf(field) !== null);
  return (
    <FormDialog
      open
      title={title}
      verb={action.title}
      tone={action.ui.tone}
      onClose={onClose}
      draft={draft}
      pending={pending}
      message={message}
      formRef={form}
      onSubmit={submit}
      size={hasGrid ? 'wide' : 'medium'}
      drive={`action:${action.id}`}
    >
      {action.description !== null && <p className={styles.lead}>{leadOf(action)}</p>}
      <AutomateLink action={action} />
      {action.ui.confirm !== undefined && <Banner tone="warn">{action.ui.confirm}</Banner>}
      <SchemaForm
        fields={fields}
        value={values}
        onChange={onChange}
        faults={faults}
        about={about}
        kind={kind}
        autoFocus={(fields.find(({ required }) => required) ?? fields[0])?.name}
      />
    </FormDialog>
  );
}

/** Leads admins to a wire that runs the action. */
function AutomateLink({ action: { id: action } }: Pick<ActionFormDialogProps, 'action'>) {
  const { slug, ui } = useWorkspace();
  if (ui.role !== 'admin' && ui.role !== 'owner') return null;
  return (
    <a className={styles.automate} href={withSearch(`${pagePaths.workspace(slug)}/wires/new`, { action })}>
      Automate this
    </a>
  );
}

/** The first sentence of its description. */
export function leadOf({ description, input }: Pick<UiAction, 'description' | 'input'>): string {
  const text = description ?? '';
  return withTitles(/^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text, memberTitles(input));
}
