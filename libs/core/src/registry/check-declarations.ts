import type { AnyAction, AnyKind, ModuleDefinition } from '../contract/module.js';
import { validate } from '../validation/validate.js';
import { checkSchemas } from './check-schemas.js';
import { createShape } from './record-shape.js';

/**
 * What the types of the contract promise and JavaScript does not check, beside what the registry checks: members that are lists, functions, examples
 * of kinds. For modules of other packages. Each message has the id, the place in it and a remedy.
 */
export function checkDeclarations(module: ModuleDefinition): string[] {
  const shapes = shapeFaults(module);
  // The registry names faults of schemas, and examples cannot be compared with such.
  if (shapes.length > 0 || checkSchemas(module).length > 0) return shapes;
  return [
    ...(module.kinds ?? []).flatMap(kindFaults),
    ...(module.actions ?? []).flatMap(actionFaults),
    ...(module.jobs ?? []).flatMap(({ id, run }) =>
      typeof run === 'function' ? [] : [`Job '${id}': /run is no function; add it.`],
    ),
  ];
}

/** Members of the module that are no lists, or have elements without their id. */
function shapeFaults(module: ModuleDefinition): string[] {
  const lists = [
    ['kinds', 'id'],
    ['actions', 'id'],
    ['events', 'name'],
    ['jobs', 'id'],
  ] as const;
  return lists.flatMap(([member, key]) => {
    const list: unknown = module[member] ?? [];
    const what = `Module '${module.name}': \`${member}\``;
    if (!Array.isArray(list)) return [`${what} is no list; write a list.`];
    return list.flatMap((item, index) =>
      typeof (item as Record<string, unknown> | null)?.[key] === 'string'
        ? []
        : [`${what}/${index} has no ${key}; add it.`],
    );
  });
}

function kindFaults(kind: AnyKind): string[] {
  const what = `Kind '${kind.id}'`;
  const { fields, title } = kind as Partial<AnyKind>;
  if (typeof fields?.properties !== 'object') return [`${what}: /fields is no object; write Type.Object({ ... }).`];
  if (!Array.isArray(title) || title.length !== 2) return [`${what}: /title is no pair; write singular and plural.`];
  if (kind.example === undefined) return [];
  const [fault] = validate(createShape(kind).createSchema, kind.example, '/example');
  return fault ? [`${what}: ${fault.path} ${fault.message.replace(/\.$/, '')}; correct the example.`] : [];
}

function actionFaults(action: AnyAction): string[] {
  const what = `Action '${action.id}'`;
  const faults: string[] = [];
  if (typeof action.run !== 'function') faults.push(`${what}: /run is no function; add it.`);
  if (!Array.isArray(action.emits)) faults.push(`${what}: /emits is no list; write a list of events, or an empty one.`);
  return faults;
}
