import { type Api, isApiError, type RecordRef } from '@cubit/web-client';
import { useApp, useWorkspace, type Workspace } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';

interface ScanAnswer {
  readonly records: readonly RecordRef[];
}

/** The records that a code names, the best first; empty for an unknown code. */
export function useScan(code: string) {
  const { api } = useApp();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['scan', workspace.slug, code],
    queryFn: ({ signal }) => findScanned(api, workspace, { code, signal }),
    enabled: code !== '',
    staleTime: 0,
  });
}

interface Scan {
  readonly code: string;
  readonly signal: AbortSignal;
}

async function findScanned(api: Api, workspace: Workspace, scan: Scan): Promise<readonly RecordRef[]> {
  const { code, signal } = scan;
  try {
    return (await api.get<ScanAnswer>(workspace.path('/scan'), { query: { code }, signal })).records;
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
    return findInModules(api, workspace, scan);
  }
}

/** For a server without the scan of all modules: modules may have their own. */
async function findInModules(api: Api, { ui, path }: Workspace, scan: Scan): Promise<readonly RecordRef[]> {
  const modules = new Set(ui.kinds.filter((kind) => kind.ui.scan !== undefined).map(({ module }) => module));
  const found = await Promise.all([...modules].map((module) => findIn(api, path(`/modules/${module}/scan`), scan)));
  return found.flat();
}

async function findIn(api: Api, path: string, { code, signal }: Scan): Promise<readonly RecordRef[]> {
  try {
    const { kind, id } = await api.get<RecordRef>(path, { query: { code: printedCodeOf(code) }, signal });
    return [{ kind, id }];
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 404) return [];
    if (error.status === 409) return error.details.flatMap(({ message }) => refOf(message));
    throw error;
  }
}

/** Printed codes may be addresses that end in `/c/{code}`. */
function printedCodeOf(code: string): string {
  const path = /^https?:\/\/.*\/c\/([^/?#]+)$/.exec(code)?.[1];
  return path === undefined ? code : decodeURIComponent(path);
}

function refOf(text: string): readonly RecordRef[] {
  const [kind, id] = text.split(' ');
  return kind === undefined || id === undefined ? [] : [{ kind, id }];
}
