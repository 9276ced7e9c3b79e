import type { UiKind } from '@cubit/web-client';
import type { Job } from '@cubit/web-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { waitForJob } from '../app/wait-for-job.js';
import { useWorkspace } from '../app/workspace-context.js';
import { type BadRow, type BadRows, correctedFile, leftOutFile, type LinkedFile, readBadRows } from './bad-rows.js';
import type { FileStyle, ImportPreview, ImportResult, ImportSource, Mapping } from './import-types.js';
import { type KeyOption, keyOptions } from './key-options.js';
import { titlesOf } from './target-words.js';
import { type ImportOptions, previewImport, startImport } from './run-import.js';

/** What a check found: the result of the dry run and the rows that were refused. */
export interface Check {
  readonly result: ImportResult;
  readonly bad: BadRows;
  /** Rows that were refused once, and are right after they were edited. */
  readonly corrected: readonly BadRow[];
}

const NO_ROWS: BadRows = { columns: [], rows: [] };

/** What an import did, and its jobs that can be taken back. */
export interface Imported {
  readonly result: ImportResult;
  readonly jobs: readonly string[];
  /** The rows that were left out, with corrections that did not suffice; null: as `rejects` of the result has them. */
  readonly leftOut: LinkedFile | null;
}

/** What a person sets for a file. */
interface Settings {
  /** Columns that go elsewhere than proposed. */
  readonly changed: Mapping;
  readonly style: FileStyle;
  /** Kinds of which records are created that rows name and that do not exist. */
  readonly createMissing: readonly string[];
  /** What tells the records that rows change; null: nothing; undefined: as proposed. */
  readonly key: string | null | undefined;
  /** Whether something was set for the file, or a row corrected. */
  readonly isTouched: boolean;
}

const NO_SETTINGS: Settings = { changed: {}, style: {}, createMissing: [], key: undefined, isTouched: false };

function importedBy({ id, result, undo_until }: { readonly result: ImportResult } & Job): Imported {
  return { result, jobs: undo_until === null ? [] : [id], leftOut: null };
}

/** The key that was chosen, else the proposed one, as far as the mapping has it. */
function keyOf(
  preview: ImportPreview | undefined,
  keys: readonly KeyOption[],
  chosen: string | null | undefined,
): string | undefined {
  if (!preview || preview.reader !== null) return preview?.key ?? undefined;
  const wanted = chosen === undefined ? preview.key : chosen;
  return (keys.find(({ id }) => id === wanted) ?? keys.find(({ isFixed }) => isFixed))?.id;
}

interface Chosen {
  readonly source: ImportSource | undefined;
  readonly fileId: number;
  readonly changed: Mapping;
  readonly chosen: string | null | undefined;
}

/** What the beginning of a file says, with what was chosen in place of the proposals. */
function usePreview(kind: UiKind, { source, fileId, changed, chosen }: Chosen) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const preview = useQuery({
    queryKey: queryKeys.importPreview(slug, kind.id, fileId),
    queryFn: () => previewImport({ api, slug, kind: kind.id }, source as ImportSource),
    enabled: source !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { columns = [], targets = [] } = preview.data ?? {};
  const mapping: Mapping = { ...Object.fromEntries(columns.map(({ name, field }) => [name, field])), ...changed };
  const keys = preview.data ? keyOptions(kind, preview.data, mapping) : [];
  return { preview, mapping, keys, key: keyOf(preview.data, keys, chosen), titleOf: titlesOf(targets) };
}

/** The steps of an import: file, columns, check, import. */
export function useImport(kind: UiKind) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const target = { api, slug, kind: kind.id };
  const [source, setSource] = useState<ImportSource>();
  const [settings, setSettings] = useState<Settings>(NO_SETTINGS);
  const { changed, style, createMissing, isTouched } = settings;
  const [job, setJob] = useState<Job<ImportResult>>();
  const [check, setCheck] = useState<Check>();
  const [fileId, setFileId] = useState(0);
  const planned = usePreview(kind, { source, fileId, changed, chosen: settings.key });
  const { preview, mapping, key } = planned;
  const isOwnFormat = preview.data?.reader !== null && Object.keys(changed).length === 0;
  const run = async (file: ImportSource, dryRun: boolean): Promise<Imported> => {
    const options: ImportOptions = {
      mapping: isOwnFormat ? null : mapping,
      key,
      createMissing,
      style,
      dryRun,
    };
    return importedBy(await waitForJob<ImportResult>(target, await startImport(target, file, options), setJob));
  };
  const badRowsOf = async ({ rejects, rejected_rows: rejected = [] }: ImportResult) =>
    rejects === null
      ? NO_ROWS
      : readBadRows(await (await api.raw('GET', path(`/files/${rejects}/content`))).text(), rejected);
  const isJson = preview.data !== undefined && ['json', 'ndjson'].includes(preview.data.format);
  const checking = useMutation({
    mutationFn: async (file: ImportSource) => {
      const { result } = await run(file, true);
      return { result, bad: await badRowsOf(result), corrected: [] };
    },
    onSuccess: setCheck,
  });
  const correcting = useMutation({
    mutationFn: async ({ result, bad, corrected }: Check): Promise<Check> => {
      const rows = [...corrected, ...bad.rows];
      const again = await badRowsOf((await run(correctedFile({ columns: bad.columns, rows }, isJson), true)).result);
      const { stillBad, right } = sortRows(rows, again);
      return { result, bad: { columns: bad.columns, rows: stillBad }, corrected: right };
    },
    onSuccess: setCheck,
  });
  const importing = useMutation({
    mutationFn: async ({ file, checked }: { readonly file: ImportSource; readonly checked: Check }) => {
      const main = await run(file, false);
      if (checked.corrected.length === 0) return main;
      const rest = await run(correctedFile({ columns: checked.bad.columns, rows: checked.corrected }, isJson), false);
      const { columns, rows } = checked.bad;
      const still = [...rows, ...(await badRowsOf(rest.result)).rows];
      const leftOut = still.length > 0 ? leftOutFile({ columns, rows: still }, isJson) : null;
      return { ...sumOf(main, rest), leftOut };
    },
  });
  return {
    ...planned,
    ...{ source, changed, check, job, checking, correcting, importing, createMissing, style },
    isUnsent: isTouched && !importing.isPending && !importing.isSuccess,
    choose(file: ImportSource | undefined) {
      setSource(file);
      setFileId((id) => id + 1);
      setSettings({ ...NO_SETTINGS, createMissing });
      setCheck(undefined);
      for (const step of [checking, correcting, importing]) step.reset();
    },
    change(next: Partial<Settings>) {
      setSettings({ ...settings, ...next, isTouched: true });
      setCheck(undefined);
    },
    edit(row: BadRow) {
      if (!check) return;
      setSettings({ ...settings, isTouched: true });
      const rows = check.bad.rows.map((each) => (each.number === row.number ? row : each));
      setCheck({ ...check, bad: { ...check.bad, rows } });
    },
  };
}

/** Rows that are still refused, and the others. Numbers of the small file become those of the file that was chosen. */
function sortRows(rows: readonly BadRow[], refused: BadRows) {
  const refusedAt = new Map(refused.rows.map((row) => [row.number, row]));
  const stillBad = rows.flatMap((row, place) => {
    const { reasons, faults } = refusedAt.get(place + 1) ?? {};
    return reasons === undefined || !faults ? [] : [{ ...row, reasons, faults }];
  });
  return { stillBad, right: rows.filter((_, place) => !refusedAt.has(place + 1)) };
}

/** The rows that were corrected were refused by the first import and counted by the second. */
function sumOf({ result: main, jobs }: Imported, { result: rest, jobs: more }: Imported): Omit<Imported, 'leftOut'> {
  const result = {
    ...main,
    created: main.created + rest.created,
    updated: main.updated + rest.updated,
    unchanged: main.unchanged + rest.unchanged,
    skipped: main.skipped + rest.skipped,
    rejected: main.rejected - rest.rows + rest.rejected,
    warnings: {
      count: main.warnings.count + rest.warnings.count,
      first: [...main.warnings.first, ...rest.warnings.first],
    },
  };
  return { result, jobs: [...jobs, ...more] };
}
