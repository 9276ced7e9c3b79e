import { withTitles } from '@cubit/web-contract';
import { Select, TextField } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { mergePatch, useChanges } from '@cubit/web-records/changes';
import { faultsOf, FormDialog, type Schema, SchemaFields, schemaDefaults, sentOf, useForm } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Connector, Integration } from './integration.js';

export interface IntegrationDialogProps {
  readonly integration: Integration | undefined;
  readonly connectors: readonly Connector[];
  readonly onMade: (made: Integration) => void;
  readonly onClose: () => void;
}

interface IntegrationValues {
  readonly connector: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secret: string;
}

/** A connector, and what its schema asks for. */
export function IntegrationDialog({ integration, connectors, onMade, onClose }: IntegrationDialogProps) {
  const save = useSave(integration);
  const [first] = connectors;
  const schemaOf = (values: IntegrationValues): Schema =>
    connectors.find(({ id }) => id === values.connector)?.config_schema ?? {};
  const state = useForm<IntegrationValues>({
    initial: {
      connector: integration?.connector ?? first?.id ?? '',
      name: integration?.name ?? '',
      config: integration?.config ?? initialConfig(first),
      secret: '',
    },
    shown: (path) => ['connector', 'name', 'config', 'secret'].includes(path.split('/')[0] ?? ''),
    check: (values) => faultsOf(schemaOf(values), values.config, '/config'),
    send: async (values) => {
      const saved = await save({ ...values, config: sentOf(schemaOf(values), values.config) });
      onClose();
      if (saved.url !== undefined) onMade(saved);
    },
  });
  const { values, set, fault } = state;
  const connector = connectors.find(({ id }) => id === values.connector);
  const choose = (id: string | undefined) =>
    state.replace({ ...values, connector: id ?? '', config: initialConfig(connectors.find((one) => one.id === id)) });
  return (
    <FormDialog
      title={integration ? `Integration ${integration.name}` : 'New integration'}
      save={integration ? 'Save integration' : 'Add integration'}
      state={state}
      onClose={onClose}
    >
      <Select
        label="System"
        name="connector"
        required
        disabled={integration !== undefined}
        value={values.connector || undefined}
        choices={connectors.map(({ id, title }) => ({ id, title }))}
        onChange={choose}
        error={fault('connector')}
      />
      {connector && <p className={styles.lead}>{withTitles(connector.description)}</p>}
      <TextField
        label="Name"
        name="name"
        required
        value={values.name}
        onChange={(name) => set('name', name)}
        error={fault('name')}
      />
      {connector && (
        <SchemaFields
          schema={connector.config_schema}
          value={values.config}
          onChange={(config) => set('config', config)}
          path="/config"
          faults={state.faults}
        />
      )}
      {connector && connector.secret !== 'none' && (
        <TextField
          label="Secret"
          name="secret"
          mono
          autoComplete="off"
          description={
            integration ? 'Empty: it stays as it is.' : 'What the other system signs with. Empty: one is made for you.'
          }
          value={values.secret}
          onChange={(secret) => set('secret', secret)}
          error={fault('secret')}
        />
      )}
    </FormDialog>
  );
}

function useSave(integration: Integration | undefined) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const base = path('/integrations');
  return ({ connector, name, config, secret }: IntegrationValues) => {
    const body = { name: name.trim(), config, ...(secret !== '' && { secret }) };
    // A secret that was replaced is not known any more, so such a change has no Undo.
    const undoable = integration && secret === '';
    return change<Integration>({
      run: () =>
        integration
          ? api.patch(`${base}/${integration.id}`, { ...body, config: mergePatch(integration.config, config) })
          : api.post(base, { connector, ...body }),
      ...(undoable && {
        undo: () =>
          api.patch(`${base}/${integration.id}`, {
            name: integration.name,
            config: mergePatch(config, integration.config),
          }),
      }),
      ...(!integration && { undo: ({ id }: Integration) => api.delete(`${base}/${id}`) }),
      done: integration ? `Changed ${integration.name}` : `Added ${body.name}`,
      refresh: [base],
    });
  };
}

/** Defaults, and the first choice of what is required. */
function initialConfig(connector: Connector | undefined): Record<string, unknown> {
  const schema = connector?.config_schema ?? {};
  const choices = (schema.required ?? []).flatMap((name) => {
    const first = schema.properties?.[name]?.enum?.[0];
    return first === undefined ? [] : [[name, first] as const];
  });
  return { ...Object.fromEntries(choices), ...schemaDefaults(schema) };
}
