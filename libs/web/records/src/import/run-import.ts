import { type Api, apiPaths } from '@cubit/web-client';
import type { Job } from '@cubit/web-contract';
import { waitForJob } from '../app/wait-for-job.js';
import type { FileStyle, ImportPreview, ImportSource, Mapping, UndoResult } from './import-types.js';

/** Enough for the server to know the columns. */
const HEAD_BYTES = 1_048_576;

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

/** Takes imports back, the last one first, and returns what that left of all. */
export async function takeBackImports(
  target: Pick<ImportTarget, 'api' | 'slug'>,
  imports: readonly string[],
  onProgress: (job: Job<UndoResult>) => void,
): Promise<UndoResult> {
  const results: UndoResult[] = [];
  for (const id of imports.toReversed()) {
    const path = `${apiPaths.workspace(target.slug)}/jobs/${id}/undo`;
    const job = await target.api.post<{ readonly id: string }>(path, undefined);
    results.push((await waitForJob(target, job.id, onProgress)).result);
  }
  const sum = (name: 'deleted' | 'set_back' | 'left') => results.reduce((all, result) => all + result[name], 0);
  return {
    deleted: sum('deleted'),
    set_back: sum('set_back'),
    left: sum('left'),
    left_records: results.flatMap((result) => result.left_records),
  };
}

function headersOf({ name, type }: ImportSource): Readonly<Record<string, string>> {
  return { 'content-type': type, 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
}
