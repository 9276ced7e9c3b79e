import type { AnyKind, ModuleDefinition } from '../contract/module.js';
import { fieldsOf, type HintTargets, unknownAction, unknownKind, unknownName } from './hint-faults.js';

const ID = '/{id}';
const APPLY_INPUT = ['dry_run', 'mode'];
const APPLY_OUTPUT = ['created', 'updated', 'orphaned'];

/** Faults of the hints by which people draw the records of a kind: its document, and what makes records of another kind from it. */
export function documentFaults(kind: AnyKind, module: ModuleDefinition, known: HintTargets): string[] {
  const { id, ui = {} } = kind;
  const { document, apply } = ui;
  if (document === undefined) return apply ? [`Kind '${id}' has 'apply' and no document; add 'document'.`] : [];
  return [
    ...(ui.role === 'plan'
      ? []
      : [`Kind '${id}' has a document, which only kinds with the role 'plan' have; add that role.`]),
    ...routeFaults(id, document, module),
    ...applyFaults(kind, module, known),
  ];
}

function routeFaults(id: string, document: string, { routes = [] }: ModuleDefinition): string[] {
  const what = `The document of kind '${id}' is '${document}'`;
  if (!document.endsWith(ID)) return [`${what}; write a path that ends with '${ID}'.`];
  const all = document.slice(0, -ID.length);
  const wanted = [
    { method: 'GET', path: document },
    { method: 'PUT', path: document },
    { method: 'POST', path: all },
  ];
  const missing = wanted.filter(
    ({ method, path }) => !routes.some((each) => each.method === method && each.path === path),
  );
  const list = missing.map(({ method, path }) => `${method} ${path}`).join(', ');
  return missing.length === 0 ? [] : [`${what}, for which routes of the module are missing; add ${list}.`];
}

function applyFaults({ id, ui }: AnyKind, { actions = [] }: ModuleDefinition, known: HintTargets): string[] {
  const { apply } = ui ?? {};
  if (apply === undefined) return [];
  const what = `The document of kind '${id}' is applied`;
  const action = actions.find((each) => each.id === apply.action);
  const own = actions.map((each) => each.id);
  const inputs = Object.keys(action ? fieldsOf(action.input) : {});
  const outputs = Object.keys((action?.output as { readonly properties?: object } | undefined)?.properties ?? {});
  const missing = [
    ...(APPLY_INPUT.every((name) => inputs.includes(name)) ? [] : [`'dry_run' and 'mode' to its input`]),
    ...(APPLY_OUTPUT.every((name) => outputs.includes(name))
      ? []
      : [`'created', 'updated' and 'orphaned' to its output`]),
  ];
  return [
    ...unknownName(`${what} by action`, apply.action, own),
    ...unknownKind(`${what} to`, apply.kind, known),
    ...unknownAction(`${what} and then offers`, apply.then, known),
    ...(action && missing.length > 0
      ? [`Action '${apply.action}' applies the document of kind '${id}'; add ${missing.join(', and ')}.`]
      : []),
  ];
}
