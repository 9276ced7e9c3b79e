import { type Api, apiPaths, type UiDocument } from '@cubit/web-client';

interface KeptDocument {
  readonly etag: string;
  readonly document: UiDocument;
}

const kept = new Map<string, KeptDocument>();

/** The `ui` document of a workspace. An unchanged one is not sent again. */
export async function loadUi(api: Api, slug: string): Promise<UiDocument> {
  const known = kept.get(slug);
  const headers: Record<string, string> = known ? { 'if-none-match': known.etag } : {};
  const { status, body, etag } = await api.request<UiDocument>('GET', `${apiPaths.workspace(slug)}/ui`, { headers });
  if (status === 304 && known) return known.document;
  if (etag !== null) kept.set(slug, { etag, document: body });
  return body;
}
