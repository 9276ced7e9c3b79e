import type { DisplayContent } from '@cubit/database';
import { isCubitError } from '@cubit/core';
import {
  type RecordShape,
  type RegisteredKind,
  type RouteRequest,
  type ShapeField,
  typeHolds,
  typeHoldsOne,
  workspaceOf,
} from '@cubit/core/host';
import { type KernelServices, recordPageText } from '@cubit/records';
import { type FieldHints, fieldsReadBy, type WallPart } from '@cubit/web-contract';
import { openView } from '../views/open-view.js';
import { kindsOfRole } from './display-content.js';
import type { ShownList } from './display-schemas.js';
import { type PlainRecord, shownRecord } from './shown-record.js';

type Request = Pick<RouteRequest, 'workspace' | 'caller'>;

interface ListSource {
  readonly services: KernelServices;
  readonly request: Request;
}

interface ListQuery {
  readonly part: ShownList['part'];
  readonly kind: RegisteredKind;
  readonly title: string;
  /** Names of fields, in the order in which they are shown. */
  readonly shown: readonly string[];
  /** Fields that are read besides, because what is shown depends on them. */
  readonly read?: readonly string[];
  readonly machine?: string | null;
  readonly filter?: string | null | undefined;
  readonly sort?: string | null | undefined;
}

/** As many as screens turn over in some minutes. */
const MAX_SHOWN = 200;

/** What a display shows. A view that is gone, or no longer shared, has no list. */
export async function listsOf(source: ListSource, shows: DisplayContent): Promise<readonly ShownList[]> {
  const queries = shows.type === 'machines' ? machineQueries(source) : await viewQueries(source, shows.view);
  return Promise.all(queries.map((query) => readList(source, query)));
}

async function viewQueries({ services, request }: ListSource, id: string): Promise<readonly ListQuery[]> {
  const { database, registry, now } = services;
  const view = await openView(database.db, request, { id, now: now() }).catch((error: unknown) => {
    if (isCubitError(error) && error.code === 'not_found') return null;
    throw error;
  });
  const kind = view && registry.kinds.get(view.row.kind);
  if (!view?.row.shared || !kind) return [];
  const { row, fields, filter, sort } = view;
  // Without a filter that no longer fits the kind, it would show all records.
  if (filter !== row.filter) return [];
  return [{ part: 'view', kind, title: row.name, shown: fields ?? kind.definition.ui?.summary ?? [], filter, sort }];
}

function machineQueries({ services, request }: ListSource): readonly ListQuery[] {
  const { schema } = workspaceOf(request);
  const machines = kindsOfRole(services, schema, 'machine');
  const ids = machines.map(({ id }) => id);
  const jobs = kindsOfRole(services, schema, 'job').flatMap((kind) => {
    const shape = schema.kinds.get(kind.id) ?? kind.shape;
    const machine = shape.references.find(({ kind: target, many }) => !many && target !== null && ids.includes(target));
    return (kind.definition.ui?.views ?? []).flatMap(({ name, wall, filter, sort }) =>
      wall === undefined
        ? []
        : [{ ...wallQuery(kind, wall), title: name, machine: machine?.name ?? null, filter, sort }],
    );
  });
  return [...machines.map((kind) => ({ ...wallQuery(kind, 'machines'), sort: 'title' })), ...jobs];
}

function wallQuery(kind: RegisteredKind, part: WallPart | 'machines'): ListQuery {
  const { ui = {}, title } = kind.definition;
  const facts = (ui.wall ?? ui.summary ?? []).map((fact) => (typeof fact === 'string' ? { field: fact } : fact));
  return {
    part,
    kind,
    title: title[1],
    shown: facts.map(({ field }) => field),
    read: facts.flatMap(({ visible }) => (visible ? [visible.field] : [])),
  };
}

async function readList({ services, request }: ListSource, query: ListQuery): Promise<ShownList> {
  const { part, kind, title, machine = null, filter, sort } = query;
  const workspace = workspaceOf(request);
  const shape = workspace.schema.kinds.get(kind.id) ?? kind.shape;
  const shown = query.shown.filter((name) => isShown(shape, name));
  const { field: state } = kind.definition.lifecycle ?? {};
  const wanted = [
    ...(state === undefined ? [] : [state]),
    ...shown,
    ...(query.read ?? []),
    ...(machine === null ? [] : [machine]),
  ];
  const read = [...new Set([...wanted, ...wanted.flatMap((name) => readBy(shape, name))])].filter((name) =>
    shape.fields.has(name),
  );
  const references = shape.references.map(({ name }) => name).filter((name) => read.includes(name));
  const text = await recordPageText(
    { services, workspace, kind },
    {
      limit: MAX_SHOWN,
      count: 'exact',
      fields: read.join(','),
      ...(references.length > 0 && { expand: references.join(',') }),
      ...(typeof filter === 'string' && { filter }),
      ...(typeof sort === 'string' && { sort }),
    },
  );
  const page = JSON.parse(`{${text}}`) as { readonly data: readonly PlainRecord[]; readonly total: number };
  const records = page.data.map((record) => shownRecord(record, shape, read));
  return { part, kind: kind.id, title, fields: [...shown], machine, records, total: page.total };
}

/** People and files are not shown: a display reads neither members nor files. */
function isShown({ fields }: RecordShape, name: string): boolean {
  const field = fields.get(name);
  return field !== undefined && !typeHolds(field.type, 'member') && !typeHoldsOne(field.type, 'file');
}

function readBy({ fields }: RecordShape, name: string): readonly string[] {
  const field = fields.get(name);
  return field ? fieldsReadBy(hintsOf(field)) : [];
}

const hintsOf = ({ schema }: ShapeField): FieldHints => (schema as { readonly 'x-ui'?: FieldHints })['x-ui'] ?? {};
