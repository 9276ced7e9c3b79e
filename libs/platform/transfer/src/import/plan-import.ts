import { fieldTitle, invalidQuery, type RegisteredKind } from '@cubit/core/host';
import { suggestName } from '@cubit/expressions';
import { badFile } from '../source/bad-file.js';
import { FOREIGN_ID } from '../table/columns.js';
import { type FileHead, namesIn } from './detect-source.js';
import { type KindOfFormat, kindOfFormat } from './kind-of-format.js';
import type { ImportInput } from './import-input.js';
import type { ImportNode } from './import-node.js';
import type { ImportQuery } from './import-query.js';
import { isKey } from './match-rows.js';
import { proposeMapping } from './propose-mapping.js';
import { missingColumns, rowTargets, type Mapping, type RowTargets } from './row-targets.js';

export interface PlanOptions {
  readonly head: FileHead;
  /** The mapping of the request; null: none, or `auto`. */
  readonly given: Mapping | null;
  readonly query: ImportQuery & Readonly<Record<string, unknown>>;
  readonly name: string | null;
  readonly kinds: ReadonlyMap<string, RegisteredKind>;
}

type Plan = Pick<
  ImportInput,
  | 'mapping'
  | 'key'
  | 'idColumn'
  | 'origin'
  | 'path'
  | 'decimal'
  | 'dates'
  | 'currency'
  | 'defaults'
  | 'creates'
  | 'dryRun'
>;

/** Decides how the rows of a file are imported, and refuses what cannot work for any row. */
export function planImport(node: ImportNode, options: PlanOptions): Plan {
  const { missing, ...plan } = planned(node, { ...options, mapping: mappingFor(node, options) });
  if (missing.length === 0) return plan;
  const title = node.kind.definition.title[0].toLowerCase();
  const titles = missing.flatMap((name) => node.field(name) ?? []).map(fieldTitle);
  const lack = `The file has no column for ${titles.join(', ')}, which a new ${title} must have.`;
  throw badFile(`${lack}${wordsOf(kindOfFormat(node, { ...options, kinds: options.kinds.values() }))}`, 'required');
}

function wordsOf(other: KindOfFormat | null): string {
  if (!other) return '';
  const plural = other.kind.definition.title[1].toLowerCase();
  return ` It has the columns of '${other.format}', whose rows are ${plural}: import it as ${plural}.`;
}

export interface MappedOptions extends Omit<PlanOptions, 'given'> {
  /** Null: by the names of fields. */
  readonly mapping: Mapping | null;
}

/** The plan of an import, and the fields that a new record must have and that nothing gives a value. */
export function planned(node: ImportNode, options: MappedOptions): Plan & { readonly missing: readonly string[] } {
  const { head, query, name, kinds, mapping } = options;
  const creates = createsOf(node, { kinds, text: query.create_missing, head });
  const defaults = defaultsOf(node, { head, query, name, creates });
  const idColumn = idColumnOf(node, { head, mapping, key: query.key });
  const { header } = head;
  const targets = rowTargets(node, { header, mapping, idColumn, defaults, isRead: head.reader !== null });
  const key = keyOf(node, { targets, mapping, head, key: query.key, idColumn });
  return {
    missing: missingIn({ targets, key, head }),
    mapping,
    key,
    idColumn,
    origin: query.source ?? '',
    path: query.path ?? null,
    decimal: query.decimal ?? null,
    dates: query.dates ?? null,
    currency: query.currency?.toUpperCase() ?? null,
    defaults,
    creates,
    dryRun: query.dry_run ?? false,
  };
}

function mappingFor(node: ImportNode, { head, given, query }: PlanOptions): Mapping | null {
  if (given || head.reader) return given;
  if (query.mapping !== 'auto' && node.importing.headers !== 'guess') return null;
  const proposal = proposeMapping(node, namesIn(head), head.samples);
  return Object.fromEntries([...proposal].filter(([, target]) => target !== null));
}

function defaultsOf(
  node: ImportNode,
  {
    head: { header, samples },
    query,
    name,
    creates,
  }: Pick<PlanOptions, 'head' | 'query' | 'name'> & { readonly creates: readonly string[] },
): Readonly<Record<string, string>> {
  const { parameters = {}, infer } = node.importing;
  const inferred = infer?.({ name, header: header ?? [], samples, creates }) ?? {};
  const given = Object.entries(parameters).flatMap(([parameter, { target }]) => {
    const value = query[parameter];
    return typeof value === 'string' ? [[target, value] as const] : [];
  });
  // A currency of the request goes before what the file suggests.
  const suggested = Object.entries(inferred).filter(
    ([target]) => query.currency === undefined || !target.endsWith('.currency'),
  );
  return Object.fromEntries([...suggested, ...given]);
}

/** The column that `key` names, if it is no field: it has the ids of the other system. */
function idColumnOf(
  { shape }: ImportNode,
  {
    head,
    mapping,
    key,
  }: { readonly head: FileHead; readonly mapping: Mapping | null; readonly key: string | undefined },
): string | null {
  if (key === undefined) return null;
  if (!namesIn(head).includes(key)) return null;
  const target = mapping?.[key] ?? null;
  if (target === FOREIGN_ID) return key;
  const isOwn = key === 'id' ? mapping === null || target === 'id' : shape.fields.has(key);
  return target === null && !isOwn ? key : null;
}

interface KeyOptions {
  readonly targets: RowTargets;
  readonly mapping: Mapping | null;
  readonly head: FileHead;
  readonly key: string | undefined;
  readonly idColumn: string | null;
}

/** The key by which rows find their records; null: by what the kind declares, or none. */
function keyOf(
  { shape }: ImportNode,
  { targets, mapping, head: { header }, key, idColumn }: KeyOptions,
): string | null {
  if (idColumn !== null || key === FOREIGN_ID) return FOREIGN_ID;
  const given = new Set(targets.columns.map((column) => column?.name));
  if (key === undefined || key === 'id') {
    if (key !== undefined && header && !given.has('id')) throw invalidQuery('key', `no column of the file gives 'id'.`);
    const hasIds = header
      ? given.has('id')
      : !targets.open && (mapping === null || Object.values(mapping).includes('id'));
    return key ?? (hasIds ? 'id' : null);
  }
  // A column may be named as well as the field that it gives.
  const name = shape.fields.has(key) ? key : (mapping?.[key] ?? key);
  const field = shape.fields.get(name);
  if (!field) throw invalidQuery('key', `there is no field '${key}'.${suggestName(key, shape.fields.keys())}`);
  if (!isKey(field) || field.readOnly) throw invalidQuery('key', `records cannot be told by '${key}' (${field.type}).`);
  if (header && !given.has(name)) throw invalidQuery('key', `no column of the file gives '${key}'.`);
  return name;
}

/** What a new record must have, in a file of which every row would be rejected because it has no column for it. */
function missingIn({
  targets,
  key,
  head,
}: Pick<KeyOptions, 'targets' | 'head'> & { readonly key: string | null }): readonly string[] {
  const { header, columns } = targets;
  const names = namesIn(head);
  const creates = key === null || key === FOREIGN_ID || (!header && key === 'id' && !names.includes('id'));
  if (!creates || head.reader !== null || (!header && names.length === 0)) return [];
  return missingColumns(targets, header ? columns : names.map((name) => targets.member(name) ?? null));
}

function createsOf(
  node: ImportNode,
  { kinds, text, head }: Pick<PlanOptions, 'kinds' | 'head'> & { readonly text: string | undefined },
): readonly string[] {
  const named = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = [...kinds.values()].filter(({ definition }) => definition.access !== 'read-only');
  const created = named.map((name) => {
    const kind = known.find(({ id, local }) => id === name || local === name);
    if (kind) return kind.id;
    const names = known.map(({ local }) => local);
    throw invalidQuery(
      'create_missing',
      `there is no kind '${name.slice(0, 100)}'.${suggestName(name.slice(0, 100), names)}`,
    );
  });
  return [...new Set([...created, ...(node.importing.creates ?? []), ...(head.reader?.creates ?? [])])];
}
