import { apiPaths } from '@cubit/web-client';
import { useWorkspace } from '../app/workspace-context.js';

/** Where the content of a file is. The session cookie opens it. */
export function useFileUrl(id: string): string {
  const { slug } = useWorkspace();
  return `/api/v1${apiPaths.workspace(slug)}/files/${id}/content`;
}
