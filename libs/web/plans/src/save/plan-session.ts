import { type Api, apiPaths, type UiKind } from '@cubit/web-client';
import type { Plan } from '../model/plan.js';

/** What the server answers to a stored document. */
export interface Stored {
  readonly id: string;
  readonly etag: string | null;
  /** The document that the tag is of; absent where that is not known, as of a draft. */
  readonly document?: Plan;
}

/** Where the document of a record is read and stored; without an id, where one is created. */
export function documentPath(slug: string, { module, ui }: UiKind, id: string | null): string {
  const path = ui.document ?? '';
  const own = id === null ? path.slice(0, path.lastIndexOf('/')) : path.replace('{id}', encodeURIComponent(id));
  return `${apiPaths.workspace(slug)}/modules/${module}${own}`;
}

export interface StoreOptions {
  readonly path: string;
  readonly stored: Stored | null;
  /** A document, or the text of a file. */
  readonly document: Plan | Blob;
}

/** Creates a plan, or replaces the one that was read. Throws `412` if it changed since. */
export async function storePlan(api: Api, { path, stored, document }: StoreOptions): Promise<Stored> {
  if (stored === null) {
    const { body, etag } = await api.request<{ readonly id: string }>('POST', path, { body: document });
    return { id: body.id, etag };
  }
  const headers: Record<string, string> = stored.etag === null ? {} : { 'if-match': stored.etag };
  const { etag } = await api.request('PUT', path, { body: document, headers });
  return { id: stored.id, etag };
}

export interface Loaded {
  readonly plan: Plan;
  readonly etag: string | null;
}

export async function readPlan(api: Api, path: string, signal?: AbortSignal): Promise<Loaded> {
  const { body, etag } = await api.request<Plan>('GET', path, signal ? { signal } : {});
  return { plan: body, etag };
}

/** What the browser keeps of a plan that was not saved. */
export interface PlanDraft {
  readonly plan: Plan;
  readonly stored: Stored | null;
}

export const draftKey = (slug: string, kind: string, id: string | null): string => `${slug}:draw:${kind}:${id ?? ''}`;
