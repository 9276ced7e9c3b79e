import { FormDialog, type Schema, SchemaFields, useForm } from '../parts/index.js';
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
    send: async (settings) => {
      await save(module, settings);
      onClose();
    },
  });
  return (
    <FormDialog title={`Settings of ${module.title}`} save="Save settings" state={state} onClose={onClose}>
      <SchemaFields
        schema={schema}
        value={state.values}
        onChange={state.replace}
        fault={(name) => state.fault(`settings/${name}`)}
      />
    </FormDialog>
  );
}

/** `settings/tax/rate` is shown by the field `tax`. */
function fieldOf(path: string): string {
  return path.split('/')[1] ?? '';
}
