import { sentence } from '@cubit/web-contract';
import { apiPaths, type CubitRecord, hasDraft, type UiAction } from '@cubit/web-client';
import { Banner, ConfirmDialog, ErrorState, Skeleton } from '@cubit/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { refusalText } from '../../app/refusal.js';
import { type TitledRef, useRunAction } from '../../app/use-run-action.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { type FormField, fieldsOfSchema } from '../model/form-field.js';
import type { Values } from '../model/condition.js';
import { useDraft } from '../use-draft.js';
import { ActionFormDialog, leadOf } from './ActionFormDialog.js';
import { defaultsOf, FormProvider } from './CreateDialog.js';
import { FormDialog } from './FormDialog.js';
import { needsRows, prefilled } from './prefill.js';
import styles from './FormDialog.module.css';

export interface ActionDialogProps {
  readonly action: UiAction;
  readonly record?: TitledRef | undefined;
  readonly open: boolean;
  /** Members of the input to begin with, as JSON: what a scanned label says. */
  readonly given?: string | undefined;
  readonly onClose: () => void;
}

/** Asks for the input of an action and runs it; opened by `?do=module:action`. */
export function ActionDialog(props: ActionDialogProps) {
  return props.open ? (
    <FormProvider>
      <OpenActionDialog key={props.action.id} {...props} />
    </FormProvider>
  ) : null;
}

function OpenActionDialog(props: ActionDialogProps) {
  const { action, given = '', onClose } = props;
  const { slug } = useWorkspace();
  const fields = fieldsOfSchema(action.input, action.ui.hidden);
  const about = props.record;
  const draftKey = `${slug}:do:${action.id}:${about?.id ?? ''}${given}`;
  const prepared = useInitial(action, fields, about);
  if (fields.length === 0) return <PlainAction {...props} />;
  if (prepared.error || (!prepared.initial && !hasDraft(draftKey)))
    return (
      <FormDialog
        title={action.title}
        open
        verb={action.title}
        // A form that is not there yet cannot be sent.
        pending={!prepared.error}
        onSubmit={() => undefined}
        onClose={onClose}
        formRef={null}
      >
        {prepared.error ? <ErrorState error={prepared.error} onRetry={prepared.retry} /> : <Skeleton shape="rows" />}
      </FormDialog>
    );
  return (
    <ActionForm
      {...props}
      {...{ fields, draftKey }}
      initial={{ ...prepared.initial, ...givenValues(fields, given) }}
      aboutFields={prepared.record?.fields}
    />
  );
}

/** The input to begin with. What refers to the record is loaded first. */
function useInitial(action: UiAction, fields: readonly FormField[], ref: TitledRef | undefined) {
  const { api } = useApp();
  const { slug, kind } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.recordPart(slug, ref ?? {}, ['input', action.id]),
    queryFn: async ({ signal }) => {
      const record = await api.get<CubitRecord>(apiPaths.record(slug, ref?.kind ?? '', ref?.id ?? ''), { signal });
      const rows = needsRows(action)
        ? await (await import('./prefilled-rows.js')).prefilledRows(action, fields, { api, slug, kind, record, signal })
        : {};
      return { record, initial: { ...defaultsOf(fields), ...prefilled(action, record), ...rows } as Values };
    },
    enabled: ref !== undefined && fields.length > 0,
    // The form begins with what is true when it opens.
    gcTime: 0,
  });
  if (!ref)
    return {
      initial: { ...defaultsOf(fields), ...prefilled(action, undefined) },
      record: undefined,
      error: null,
      retry: undefined,
    };
  return { initial: data?.initial, record: data?.record, error, retry: () => void refetch() };
}

function givenValues(fields: readonly FormField[], json: string): Values {
  try {
    const given = JSON.parse(json) as Values;
    const known = fields.filter(({ name }) => ['string', 'number'].includes(typeof given[name]));
    return Object.fromEntries(known.map(({ name }) => [name, String(given[name])]));
  } catch {
    return {};
  }
}

interface ActionFormProps extends ActionDialogProps {
  readonly fields: readonly FormField[];
  readonly initial: Values;
  readonly aboutFields: Values | undefined;
  readonly draftKey: string;
}

function ActionForm({ action, fields, initial, aboutFields, draftKey, record, onClose }: ActionFormProps) {
  const run = useRunAction();
  const { kind } = useWorkspace();
  const draft = useDraft<Values>(draftKey, () => initial);
  const send = async (input: Values, key: string) => {
    await run(action, { record, input, key });
    draft.forget();
    onClose();
  };
  return (
    <ActionFormDialog
      action={action}
      title={titleOf(action, record)}
      fields={fields}
      values={draft.values}
      onChange={draft.change}
      about={record && { ...aboutFields, id: record.id }}
      kind={record && kind(record.kind)}
      draft={draft}
      send={send}
      onClose={onClose}
    />
  );
}

/** An action without input: a question with its reason. */
function PlainAction({ action, record, onClose }: ActionDialogProps) {
  const run = useRunAction();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const confirm = async () => {
    setPending(true);
    setFailed(undefined);
    try {
      await run(action, { record });
      onClose();
    } catch (error) {
      setFailed(sentence(refusalText(error)));
    } finally {
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={titleOf(action, record)}
      confirm={action.title}
      danger={action.ui.tone === 'danger'}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {failed !== undefined && <Banner tone="bad">{failed}</Banner>}
      <p className={styles.lead}>{action.ui.confirm ?? leadOf(action)}</p>
    </ConfirmDialog>
  );
}

function titleOf({ title }: UiAction, record: TitledRef | undefined): string {
  return record?.title === undefined ? title : `${title}: ${record.title}`;
}
