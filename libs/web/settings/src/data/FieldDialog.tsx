import { Banner, Button } from '@cubit/web-kit';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog, SettingsSection, useForm } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { bodyOf, type FieldDefinition, type FieldReport, NEW_FIELD, valuesOf } from './field-types.js';
import { FieldInputs, type FieldFormValues } from './FieldInputs.js';
import { FieldPreview } from './FieldPreview.js';

export interface FieldDialogProps {
  /** Undefined: a new one. */
  readonly field: FieldDefinition | undefined;
  /** The kind that a new field is proposed for. */
  readonly kind: string | undefined;
  readonly onClose: () => void;
}

const SHOWN = new Set([
  'title',
  'name',
  'kind',
  'type',
  'required',
  'options',
  'target_kind',
  'unit',
  'help',
  'indexed',
  'unique',
]);

/** A custom field: what it is, how it will look, and what the records that exist say to it. */
export function FieldDialog({ field, kind, onClose }: FieldDialogProps) {
  const { ui } = useWorkspace();
  const save = useSaveField(field);
  const [report, setReport] = useState<FieldReport>();
  const initial: FieldFormValues = {
    ...(field ? valuesOf(field) : NEW_FIELD),
    kind: field?.kind ?? kind ?? ui.kinds[0]?.id ?? '',
  };
  const state = useForm<FieldFormValues>({
    initial,
    draft: `field-definition:${field?.id ?? 'new'}`,
    shown: (path) => SHOWN.has(path.split('/')[0] ?? ''),
    send: async (values) => {
      await save(values, false);
      onClose();
    },
  });
  const check = useForm({
    initial: {},
    shown: () => false,
    send: async () => setReport((await save(state.values, true)).report),
  });
  return (
    <FormDialog
      title={field ? `Field ${field.title}` : 'New field'}
      save={field ? 'Save field' : 'Add field'}
      size="large"
      state={state}
      onClose={onClose}
      extra={
        <Button icon="list-checks" pending={check.pending} onPress={check.submit}>
          Check the records
        </Button>
      }
    >
      <FieldInputs state={state} isNew={!field} />
      {check.message !== undefined && <Banner tone="bad">{check.message}</Banner>}
      {report && <Report report={report} />}
      <SettingsSection title="Preview" lead="The field as forms will show it. Nothing that you enter here is kept.">
        <FieldPreview key={state.values.type} values={state.values} />
      </SettingsSection>
    </FormDialog>
  );
}

function useSaveField(field: FieldDefinition | undefined) {
  const { api } = useApp();
  const { path, slug } = useWorkspace();
  const { change } = useChanges();
  const queries = useQueryClient();
  const base = path('/field-definitions');
  const changed = () => queries.invalidateQueries({ queryKey: queryKeys.ui(slug) });
  return async (values: FieldFormValues, dryRun: boolean): Promise<FieldDefinition> => {
    const { kind, name } = values;
    const body = bodyOf(values);
    const query = dryRun ? { dry_run: true } : {};
    const send = () =>
      field
        ? api.patch<FieldDefinition>(`${base}/${field.id}`, body, { query })
        : api.post<FieldDefinition>(base, withoutNull({ kind, name, ...body }), { query });
    if (dryRun) return send();
    return change({
      run: async () => {
        const saved = await send();
        await changed();
        return saved;
      },
      undo: async ({ id }) => {
        await (field ? api.patch(`${base}/${id}`, bodyOf(valuesOf(field))) : api.delete(`${base}/${id}`));
        await changed();
      },
      done: field ? `Changed the field ${values.title}` : `Added the field ${values.title}`,
      refresh: [base],
    });
  };
}

function withoutNull(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function Report({ report }: { readonly report: FieldReport }) {
  const { records, misfits, duplicates, missing, examples } = report;
  const faults = [
    misfits > 0 && `${misfits} have a value that does not fit`,
    duplicates > 0 && `${duplicates} have the value of another record`,
    missing > 0 && `${missing} lack a value`,
  ].filter((text) => text !== false);
  return (
    <div className={styles.stack} role="status">
      <Banner tone={misfits + duplicates > 0 ? 'warn' : 'ok'}>
        {faults.length === 0
          ? `All ${records} records fit.`
          : `Of ${records} records, ${new Intl.ListFormat('en').format(faults)}.`}
      </Banner>
      {examples.length > 0 && (
        <ul>
          {examples.map(({ id, title, message }) => (
            <li key={id}>
              {title}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
