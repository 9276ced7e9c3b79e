import { faultsOf, FormDialog, type Schema, SchemaFields, sentOf, useForm } from '../parts/index.js';
import { type Module, useModuleChanges } from './use-modules.js';

export interface ModuleSettingsDialogProps {
  readonly module: Module;
  readonly onClose: () => void;
}

/** The settings of a module, as its schema declares them. */
export function ModuleSettingsDialog({ module, onClose }: ModuleSettingsDialogProps) {
  const { save } = useModuleChanges();
  const schema: Schema = module.settings_schema ?? {};
  const state = useForm<Record<string, unknown>>({
    initial: { ...module.settings },
    shown: (path) => fieldOf(path) in (schema.properties ?? {}),
    check: (settings) => faultsOf(schema, settings, '/settings'),
    send: async (settings) => {
      await save(module, sentOf(schema, settings));
      onClose();
    },
  });
  return (
    <FormDialog title={`Settings of ${module.title}`} save="Save settings" state={state} onClose={onClose}>
      <SchemaFields
        schema={schema}
        value={state.values}
        onChange={state.replace}
        path="/settings"
        faults={state.faults}
      />
    </FormDialog>
  );
}

/** `settings/tax/rate` is shown by the field `tax`. */
function fieldOf(path: string): string {
  return path.split('/')[1] ?? '';
}
