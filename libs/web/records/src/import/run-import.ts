import { type Api, apiPaths } from '@cubit/web-client';
import type { FileStyle, ImportPreview, ImportResult, ImportSource, Job, Mapping } from './import-types.js';

/** Enough for the server to know the columns. */
const HEAD_BYTES = 1_048_576;
const POLL_MS = 400;

export interface ImportTarget {
  readonly api: Api;
  readonly slug: string;
  readonly kind: string;
}

export interface ImportOptions {
  readonly mapping: Mapping | null;
  readonly key: string | undefined;
  readonly createMissing: readonly string[];
  readonly style: FileStyle;
  readonly dryRun: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  xml: 'application/xml',
};

/** A chosen file with the type that its name says; without one the server looks at its content. */
export function sourceOf(file: File): ImportSource {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return { name: file.name, type: TYPES[ending] ?? 'application/octet-stream', content: file };
}

export async function previewImport(target: ImportTarget, source: ImportSource): Promise<ImportPreview> {
  const isText = source.type.startsWith('text/');
  const head = isText ? source.content.slice(0, HEAD_BYTES) : source.content;
  const path = `${apiPaths.kind(target.slug, target.kind)}/import/preview`;
  return target.api.post<ImportPreview>(path, head, { headers: headersOf(source) });
}

/** Starts an import, or its dry run, and returns the id of its job. */
export async function startImport(
  { api, slug, kind }: ImportTarget,
  source: ImportSource,
  options: ImportOptions,
): Promise<string> {
  const query = {
    mapping: options.mapping === null ? undefined : JSON.stringify(options.mapping),
    key: options.key,
    create_missing: options.createMissing,
    ...options.style,
    dry_run: options.dryRun || undefined,
  };
  const path = `${apiPaths.kind(slug, kind)}/import`;
  return (await api.post<{ readonly id: string }>(path, source.content, { query, headers: headersOf(source) })).id;
}

/** Waits for a job and reports its progress. Throws the error of a failed one. */
export async function waitForImport(
  { api, slug }: ImportTarget,
  id: string,
  onProgress: (job: Job) => void,
): Promise<ImportResult> {
  for (;;) {
    const job = await api.get<Job>(`${apiPaths.workspace(slug)}/jobs/${id}`);
    onProgress(job);
    if (job.state === 'succeeded' && job.result) return job.result;
    if (job.state === 'failed') throw new Error(job.error?.message ?? 'The import failed.');
    if (job.state === 'cancelled') throw new Error('The import was cancelled.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function headersOf({ name, type }: ImportSource): Readonly<Record<string, string>> {
  return { 'content-type': type, 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
}
