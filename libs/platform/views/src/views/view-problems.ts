import { compileFilter, groupKeyFault, parseSort } from '@cubit/records';
import { isCubitError, pointer } from '@cubit/core';
import { type FieldTypeName, typeHolds, typeHoldsOne, type RecordShape, type ShapeField } from '@cubit/core/host';
import type { ViewRow } from '../tables/schema.js';

export interface ViewProblem {
  /** Pointer into the view. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The parts of a view that depend on its kind. */
export type ViewContent = Pick<ViewRow, 'filter' | 'sort' | 'fields' | 'group' | 'lanes' | 'layout' | 'layout_options'>;

interface LayoutField {
  readonly fits: (type: FieldTypeName) => boolean;
  readonly what: string;
  readonly required: boolean;
}

/** Columns that every record has besides its fields. */
const COLUMNS: ReadonlyMap<string, Pick<ShapeField, 'type'>> = new Map([
  ['created_at', { type: 'datetime' }],
  ['updated_at', { type: 'datetime' }],
]);
/** What lists show of every record. */
const SHOWN_COLUMNS: ReadonlySet<string> = new Set(['tags', 'created_at', 'updated_at', 'created_by']);
/** A filter that is only validated needs no workspace. */
const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

const dates = { fits: (type: FieldTypeName) => typeHolds(type, 'day', 'instant'), what: 'a date or a time' };
const LAYOUT_FIELDS: Readonly<Record<ViewRow['layout'], Readonly<Record<string, LayoutField>>>> = {
  table: {},
  board: {
    group_by: {
      fits: (type) => typeHolds(type, 'option', 'boolean', 'record', 'member'),
      what: 'a field with a fixed set of values, a reference or a person',
      required: true,
    },
  },
  calendar: { date: { ...dates, required: true }, end: { ...dates, required: false } },
  gallery: { cover: { fits: (type) => typeHoldsOne(type, 'file'), what: 'a file', required: false } },
};

/** Parts of a view that do not fit the kind: faults when it is saved, problems when it is read. */
export function viewProblems(view: ViewContent, shape: RecordShape, now: Date): readonly ViewProblem[] {
  return [
    ...filterProblems(view, shape, now),
    ...sortProblems(view, shape),
    ...(view.fields ?? []).flatMap((name, index) =>
      shape.fields.has(name) || SHOWN_COLUMNS.has(name) ? [] : [gone(pointer('/fields', index), name, shape)],
    ),
    ...groupProblems(view, shape),
    ...layoutProblems(view, shape),
  ];
}

function filterProblems({ filter }: ViewContent, shape: RecordShape, now: Date): readonly ViewProblem[] {
  if (filter === null) return [];
  return problemOf('/filter', () => void compileFilter(shape, filter, { now, workspaceId: NO_WORKSPACE }));
}

function sortProblems(view: ViewContent, shape: RecordShape): readonly ViewProblem[] {
  const keys = sortKeys(view);
  const ofKeys = keys.flatMap((key) => sortProblem(key, shape) ?? []);
  return ofKeys.length > 0 ? ofKeys : [sortProblem(keys.join(','), shape)].flatMap((problem) => problem ?? []);
}

export function sortKeys({ sort }: Pick<ViewContent, 'sort'>): readonly string[] {
  return sort === null || sort.trim() === '' ? [] : sort.split(',').map((key) => key.trim());
}

/** Checks a sort of one or several keys. */
export function sortProblem(key: string, shape: RecordShape): ViewProblem | null {
  return problemOf('/sort', () => void parseSort(shape, key))[0] ?? null;
}

/** Turns an error of the query into a problem of the view. */
function problemOf(path: string, attempt: () => void): readonly ViewProblem[] {
  try {
    attempt();
    return [];
  } catch (error) {
    if (!isCubitError(error)) throw error;
    const [detail] = error.details;
    return [{ path, code: detail?.code ?? error.code, message: detail?.message ?? error.message }];
  }
}

function groupProblems({ group, lanes }: ViewContent, shape: RecordShape): readonly ViewProblem[] {
  const keys = Object.entries({ group, lanes }).flatMap(([name, key]) => {
    const message = key === null ? null : groupKeyFault(shape, key);
    return message === null ? [] : [{ path: pointer('', name), code: 'invalid', message }];
  });
  if (lanes === null || keys.length > 0) return keys;
  if (group === null) return [{ path: '/group', code: 'required', message: 'is required, since there are `lanes`.' }];
  return group === lanes ? [{ path: '/lanes', code: 'duplicate', message: 'is the key of `group` too.' }] : [];
}

function layoutProblems(view: ViewContent, shape: RecordShape): readonly ViewProblem[] {
  const { layout, layout_options: options, group } = view;
  // The columns of a board are `group`, or the earlier option.
  const wanted = layout === 'board' && group !== null ? {} : LAYOUT_FIELDS[layout];
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(wanted, name));
  return [
    ...unknown.map((name) => ({
      path: pointer('/layout_options', name),
      code: 'unknown',
      message: `a ${layout} has no such option.`,
    })),
    ...Object.entries(wanted).flatMap(([name, field]) => optionProblem({ name, field, value: options[name] }, shape)),
  ];
}

function optionProblem(
  { name, field, value }: { readonly name: string; readonly field: LayoutField; readonly value: string | undefined },
  shape: RecordShape,
): readonly ViewProblem[] {
  const path = pointer('/layout_options', name);
  if (value === undefined)
    return field.required ? [{ path, code: 'required', message: `must name ${field.what}.` }] : [];
  const found: Pick<ShapeField, 'type'> | undefined = shape.fields.get(value) ?? COLUMNS.get(value);
  if (!found) return [gone(path, value, shape)];
  if (field.fits(found.type)) return [];
  return [{ path, code: 'type', message: `'${value}' (${found.type}) is not ${field.what}.` }];
}

function gone(path: string, name: string, { kind }: RecordShape): ViewProblem {
  return { path, code: 'unknown', message: `'${kind.id}' has no field '${name}'.` };
}
