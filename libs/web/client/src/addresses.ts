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
};
