import {
  ACTION_TONES,
  FIELD_TYPES,
  fieldTypeOf,
  ICONS,
  type OfferedFor,
  type PrefilledEntries,
  type PrefilledRows,
  typeHolds,
} from '@cubit/web-contract';
import type { AnyAction, AnyKind } from '../contract/module.js';
import {
  conditionFaults,
  fieldFaults,
  fieldsOf,
  type HintedFields,
  type HintTargets,
  refersTo,
  unknownFields,
  unknownKind,
  unknownName,
} from './hint-faults.js';

const SINGLE_VALUES = FIELD_TYPES.filter((type) => !typeHolds(type, 'record', 'record_of_any_kind', 'member', 'file'));

/** Faults of the words that tell what an action did. A name in braces has a value that people read: no ids. */
function doneFaults({ id, ui = {}, input, output }: AnyAction, targets: readonly AnyKind[]): string[] {
  const { done = '', doneFor } = ui;
  const what = `The hint 'done' of action '${id}'`;
  const words = [done, ...Object.values(doneFor?.words ?? {})];
  const names = words.flatMap((text) => [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name));
  const results = Object.keys((output as Partial<typeof input>).properties ?? {});
  const readable = (fields: HintedFields) =>
    Object.keys(fields).filter((name) => {
      const type = fieldTypeOf(fields[name]);
      return type === undefined || SINGLE_VALUES.includes(type);
    });
  const known = [
    'title',
    ...readable(fieldsOf(input)).map((name) => `input.${name}`),
    ...targets.flatMap((kind) => readable(fieldsOf(kind.fields)).map((name) => `record.${name}`)),
    ...Object.entries((output as Partial<typeof input>).properties ?? {}).flatMap(([name, member]) =>
      ['integer', 'number'].includes(String((member as { readonly type?: unknown }).type)) ? [`result.${name}`] : [],
    ),
  ];
  return [
    ...names.flatMap((name) => unknownName(`${what} names`, name, known)),
    ...unknownName(`The hint 'doneFor' of action '${id}' depends on result`, doneFor?.result, results),
  ];
}

/** Faults of the hints of an action and of its input. */
export function actionFaults(action: AnyAction, known: HintTargets): string[] {
  const { id, ui = {}, input, appliesTo } = action;
  const what = `Action '${id}'`;
  const members = fieldsOf(input);
  const targets = Array.isArray(appliesTo) ? (appliesTo as readonly AnyKind[]) : [];
  const recordFields: HintedFields = Object.assign({}, ...targets.map((kind) => fieldsOf(kind.fields))) as HintedFields;
  const { hidden = [], prefill = {}, visible, key, bulk } = ui;
  const together = typeof bulk === 'string' ? bulk : undefined;
  const fromRecord = Object.values(prefill).flatMap((value) => (isFieldName(value) ? [value.field] : []));
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has tone`, ui.tone, ACTION_TONES),
    ...doneFaults(action, targets),
    ...(key === undefined || /^[a-z0-9]$/.test(key)
      ? []
      : [`${what} has key '${key}'; use one lower-case letter or digit.`]),
    ...unknownName(`${what} is offered for a selection as`, together, [...known.actions]),
    ...unknownFields(`The input of action '${id}'`, [...hidden, ...Object.keys(prefill)], members),
    // A foreign kind has only the fields that the module needs, which are the fields that a hint may name.
    ...targets.flatMap((kind) => [
      ...unknownFields(`The prefill of action '${id}' for '${kind.id}'`, fromRecord, fieldsOf(kind.fields)),
    ]),
    ...(visible ? offeredFaults(what, visible, targets) : []),
    ...Object.entries(members).flatMap(([name, schema]) =>
      fieldFaults(`Input '${name}' of action '${id}'`, schema, { siblings: members, units: recordFields }),
    ),
    ...Object.entries(prefill).flatMap(([name, given]) => {
      const item = members[name]?.items?.properties ?? {};
      const rows = `The rows of '${name}' of action '${id}'`;
      if (isEntries(given)) return entryFaults(rows, given, { item, targets, known });
      return isRows(given) ? rowFaults(rows, given, { item, targets, known }) : [];
    }),
  ];
}

/** Faults of the condition by which an action is offered. */
function offeredFaults(what: string, { kind: only, ...condition }: OfferedFor, targets: readonly AnyKind[]): string[] {
  const ids = targets.map(({ id }) => id);
  const compared = targets.filter(({ id }) => only === undefined || id === only);
  return [
    // An action for records of any kind names none.
    ...(targets.length > 0 ? unknownName(`${what} is offered by a field of`, only, ids) : []),
    ...compared.flatMap(({ id, fields }) => conditionFaults(`${what} for '${id}'`, condition, fieldsOf(fields))),
  ];
}

type Prefill = NonNullable<NonNullable<AnyAction['ui']>['prefill']>[string];

const isRows = (prefill: Prefill): prefill is PrefilledRows =>
  typeof prefill === 'object' && prefill !== null && 'rows' in prefill;
const isEntries = (prefill: Prefill): prefill is PrefilledEntries =>
  typeof prefill === 'object' && prefill !== null && 'entries' in prefill;
const isFieldName = (prefill: Prefill): prefill is { readonly field: string } =>
  typeof prefill === 'object' && prefill !== null && 'field' in prefill;

interface RowScope {
  /** Members of one element of the array. */
  readonly item: HintedFields;
  readonly targets: readonly AnyKind[];
  readonly known: HintTargets;
}

function rowFaults(what: string, { rows, by, members, show = [] }: PrefilledRows, scope: RowScope): string[] {
  const kind = scope.known.kinds.get(rows);
  if (!kind) return unknownKind(`${what} are of`, rows, scope.known);
  const fields = fieldsOf(kind.fields);
  const read = Object.values(members).flatMap((member) =>
    isFieldName(member) && member.field !== 'id' ? [member.field] : [],
  );
  const targets = scope.targets.map(({ id }) => id);
  return [
    ...memberFaults(what, members, scope.item),
    ...unknownFields(what, [...read, ...show.map(shownName)], fields),
    ...(refersTo(fields[by], targets)
      ? []
      : [`${what} are by '${by}', which is not a reference from '${rows}' to a kind of the action; name one that is.`]),
  ];
}

function entryFaults(what: string, hint: PrefilledEntries, { item, targets }: RowScope): string[] {
  const { entries, members, title, done, show = [] } = hint;
  const read = Object.values(members).flatMap((member) => (isFieldName(member) ? [member.field] : []));
  const names = [...read, title, ...(done === undefined ? [] : [done]), ...show.map(shownName)];
  return [
    ...memberFaults(what, members, item),
    ...targets.flatMap((kind) => {
      const fields = fieldsOf(kind.fields);
      const known = fields[entries]?.items?.properties;
      if (!known) return unknownFields(what, [entries], listsIn(fields));
      const isReference = typeHolds(fieldTypeOf(known[title]), 'record');
      return [
        ...unknownFields(what, names, known),
        ...(Object.hasOwn(known, title) && !isReference
          ? [`${what} are named by '${title}', which is not a reference; name one that is.`]
          : []),
      ];
    }),
  ];
}

const shownName = (shown: string | { readonly field: string }) => (typeof shown === 'string' ? shown : shown.field);

const listsIn = (fields: HintedFields): HintedFields =>
  Object.fromEntries(Object.entries(fields).filter(([, { items }]) => items?.properties !== undefined));

const memberFaults = (what: string, members: object, item: HintedFields) =>
  unknownName(
    `${what} have member`,
    Object.keys(members).find((name) => !Object.hasOwn(item, name)),
    Object.keys(item),
  );
