import type { UiKind } from './ui-types.js';

/** A kind or an action by its module and its name: `inventory:part`. */
export interface QualifiedName {
  readonly module: string;
  readonly name: string;
}

export function splitId(id: string): QualifiedName {
  const colon = id.indexOf(':');
  return { module: id.slice(0, colon), name: id.slice(colon + 1) };
}

/** Paths of the API below `/api/v1`. */
export const apiPaths = {
  workspace: (workspace: string) => `/orgs/${encodeURIComponent(workspace)}`,
  kind(workspace: string, kind: string) {
    const { module, name } = splitId(kind);
    return `${apiPaths.workspace(workspace)}/modules/${module}/records/${name}`;
  },
  record: (workspace: string, kind: string, id: string) => `${apiPaths.kind(workspace, kind)}/${id}`,
  action(workspace: string, action: string) {
    const { module, name } = splitId(action);
    return `${apiPaths.workspace(workspace)}/modules/${module}/actions/${name}`;
  },
};

/** Addresses of pages: those of the API with `/w/` in place of `/api/v1/orgs/`. */
export const pagePaths = {
  workspace: (workspace: string) => `/w/${encodeURIComponent(workspace)}`,
  kind(workspace: string, kind: string) {
    const { module, name } = splitId(kind);
    return `${pagePaths.workspace(workspace)}/modules/${module}/records/${name}`;
  },
  record: (workspace: string, kind: string, id: string) => `${pagePaths.kind(workspace, kind)}/${id}`,
  /** Where people draw a record of a kind that has a document; without an id, a new one. */
  drawing(workspace: string, { module, ui }: DrawnKind, id?: string) {
    const path = (ui.document ?? '').replace(id === undefined ? DOCUMENT_ID : '{id}', id ?? '');
    return `${pagePaths.workspace(workspace)}/modules/${module}${path}?edit`;
  },
};

type DrawnKind = Pick<UiKind, 'module' | 'ui'>;
const DOCUMENT_ID = '/{id}';

/** The kind whose document has a path below its module, and the record; null of a new one. */
export function drawnAt<Kind extends DrawnKind>(
  kinds: readonly Kind[],
  module: string,
  path: string,
): { readonly kind: Kind; readonly id: string | null } | undefined {
  for (const kind of kinds) {
    const { document } = kind.ui;
    if (kind.module !== module || document === undefined) continue;
    const all = document.slice(0, -DOCUMENT_ID.length);
    if (path === all) return { kind, id: null };
    const id = path.startsWith(`${all}/`) ? path.slice(all.length + 1) : '/';
    if (!id.includes('/')) return { kind, id };
  }
  return undefined;
}
