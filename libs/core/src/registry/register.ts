import type { EventDefinition } from '../contract/event.js';
import type { AnyAction, AnyKind } from '../contract/module.js';
import { createShape } from '../records/record-shape.js';
import type {
  RegisteredAction,
  RegisteredEvent,
  RegisteredKind,
  RegisteredModule,
  RegisteredSweep,
} from './registered.js';

const localName = (id: string) => id.slice(id.indexOf(':') + 1);

export function camelCase(local: string): string {
  return local.replace(/[_-]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function registerKind(module: string, definition: AnyKind): RegisteredKind {
  const local = localName(definition.id);
  return {
    definition,
    id: definition.id,
    module,
    local,
    idKey: `${camelCase(local)}Id`,
    partition: `record_${module.replaceAll('-', '_')}_${local}`,
    shape: createShape(definition),
  };
}

export function registerAction(module: string, definition: AnyAction): RegisteredAction {
  return { definition, id: definition.id, module, local: localName(definition.id) };
}

export function registerEvent(module: string, definition: EventDefinition): RegisteredEvent {
  const records = Object.entries(definition.payload.properties).flatMap(([key, schema]) => {
    const kind = (schema as { 'x-kind'?: string })['x-kind'];
    return kind === undefined ? [] : [{ key, kind }];
  });
  return { definition, name: definition.name, module, records };
}

export function registerSweeps({ definition, name, kinds }: RegisteredModule): RegisteredSweep[] {
  return (definition.sweeps ?? []).flatMap((sweep) => {
    const kind = kinds.find(({ id }) => id === sweep.kind.id);
    return kind ? [{ definition: sweep, key: `${name}.${sweep.id}`, owner: definition, kind }] : [];
  });
}
