import {
  ACTION_TONES,
  COLORS,
  type Comparison,
  type Condition,
  type DeclaredView,
  type FieldHints,
  FIELD_TYPES,
  fieldTypeOf,
  type FieldTypeName,
  typeHolds,
  typeHoldsOne,
  ICONS,
  type Layout,
  LAYOUTS,
  type Panel,
  type PrefilledRows,
  ROLES_OF_KINDS,
  TONES,
  WIDGETS,
} from '@cubit/web-contract';
import { nearestName } from '@cubit/expressions';
import type { AnyAction, AnyKind, ModuleDefinition } from '../contract/module.js';

interface HintedSchema {
  readonly 'x-kind'?: string;
  readonly 'x-ui'?: FieldHints;
  readonly enum?: readonly string[];
  readonly items?: HintedSchema;
  readonly properties?: HintedFields;
}
type HintedFields = Readonly<Record<string, HintedSchema>>;

/** Kinds and actions of all installed modules. */
export interface HintTargets {
  readonly modules: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly actions: ReadonlySet<string>;
}

/** Faults of the hints of a module, its kinds, fields and actions. What names a module that is not installed is not checked. */
export function checkHints(module: ModuleDefinition, known: HintTargets): string[] {
  return [
    ...moduleFaults(module, known),
    ...(module.kinds ?? []).flatMap((kind) => kindFaults(kind, known)),
    ...(module.actions ?? []).flatMap((action) => actionFaults(action, known)),
  ];
}

const MEMBERS = FIELD_TYPES.filter((type) => typeHolds(type, 'member'));
const TIMES = FIELD_TYPES.filter((type) => typeHolds(type, 'day', 'instant'));
const FILES = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'file'));
const REFERENCES = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'record'));
const MEASURES = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'number', 'money'));
const MOST_FACTS = 6;
const GROUPS = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'option', 'record', 'member', 'boolean'));

/** A fault if `name` is given and is not a field of one of the types. */
function wrongType(what: string, { name, fields, types }: TypedName): string[] {
  const type = name === undefined ? undefined : fieldTypeOf(fields[name]);
  if (name === undefined || (type !== undefined && types.includes(type))) return [];
  return [`${what} '${name}', which is not a field of type ${types.join(' or ')}.`];
}
interface TypedName {
  readonly name: string | undefined;
  readonly fields: HintedFields;
  readonly types: readonly FieldTypeName[];
}

const fieldsOf = (object: { readonly properties: object }) => object.properties as HintedFields;

/** A fault if `name` is given and not known. */
function unknownName(what: string, name: string | undefined, choices: readonly string[]): string[] {
  if (name === undefined || choices.includes(name)) return [];
  const nearest = nearestName(name, choices);
  return [nearest === undefined ? `${what} '${name}'.` : `${what} '${name}'; did you mean '${nearest}'?`];
}

function unknownFields(what: string, names: readonly string[], fields: HintedFields): string[] {
  return names.flatMap((name) => unknownName(`${what} mentions field`, name, Object.keys(fields)));
}

function moduleFaults({ name, ui = {}, kinds = [] }: ModuleDefinition, known: HintTargets): string[] {
  const what = `Module '${name}'`;
  const own = kinds.map(({ id }) => id);
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has colour`, ui.color, COLORS),
    ...(ui.menu ?? []).flatMap((kind) => unknownName(`The menu of module '${name}' has kind`, kind, own)),
    ...(ui.home ?? []).flatMap(({ metric, title, tone, mine }) => {
      const tile = `Tile '${title}' of module '${name}'`;
      const counted = known.kinds.get(metric);
      return [
        ...unknownKind(`${tile} counts`, metric, known),
        ...unknownName(`${tile} has tone`, tone, TONES),
        ...(counted
          ? wrongType(`${tile} is mine by`, { name: mine, fields: fieldsOf(counted.fields), types: MEMBERS })
          : []),
      ];
    }),
  ];
}

function unknownKind(what: string, kind: string, known: HintTargets): string[] {
  const isInstalled = known.modules.has(kind.split(':')[0] ?? '');
  return isInstalled ? unknownName(`${what} kind`, kind, [...known.kinds.keys()]) : [];
}

function kindFaults(kind: AnyKind, known: HintTargets): string[] {
  const { id, ui = {}, parent = ui.parent } = kind;
  const what = `Kind '${id}'`;
  const fields = fieldsOf(kind.fields);
  const grouped = (ui.form ?? []).flatMap((group) => group.fields);
  const repeated = grouped.filter((name, index) => grouped.indexOf(name) !== index);
  const { summary = [], scan = [], form = [], panels = [], views = [], order } = ui;
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has colour`, ui.color, COLORS),
    ...unknownName(`${what} has role`, ui.role, ROLES_OF_KINDS),
    ...unknownFields(`The summary of kind '${id}'`, summary, fields),
    ...unknownFields(`The scan hint of kind '${id}'`, scan, fields),
    ...factFaults(kind, known),
    ...form.flatMap((group) => unknownFields(`Group '${group.title}' of kind '${id}'`, group.fields, fields)),
    ...[...new Set(repeated)].map((name) => `${what} has field '${name}' in two groups; leave it in one.`),
    ...wrongType(`${what} has cover`, { name: ui.cover, fields, types: FILES }),
    ...wrongType(`${what} has board by`, { name: ui.board, fields, types: GROUPS }),
    ...wrongType(`${what} has calendar start`, { name: ui.calendar?.start, fields, types: TIMES }),
    ...wrongType(`${what} has calendar end`, { name: ui.calendar?.end, fields, types: TIMES }),
    ...(parent === undefined ||
    (typeHoldsOne(fieldTypeOf(fields[parent]), 'record') && fields[parent]?.['x-kind'] === id)
      ? []
      : [`${what} has parent '${parent}', which is not a reference to '${id}'.`]),
    ...panels.flatMap((panel) => panelFaults(kind, panel, known)),
    ...views.flatMap((view) => viewFaults(kind, view)),
    ...(order
      ? [
          ...unknownFields(`The order of kind '${id}'`, [order.field], fields),
          ...unknownName(`The order of kind '${id}' names action`, order.action, [...known.actions]),
        ]
      : []),
    ...Object.entries(fields).flatMap(([name, schema]) =>
      fieldFaults(`Field '${name}' of kind '${id}'`, schema, { siblings: fields }),
    ),
  ];
}

function factFaults({ id, fields, ui }: AnyKind, known: HintTargets): string[] {
  const { facts = [] } = ui ?? {};
  const shape = fieldsOf(fields);
  return [
    ...(facts.length > MOST_FACTS
      ? [`Kind '${id}' has ${facts.length} facts; a page shows ${MOST_FACTS} at most.`]
      : []),
    ...facts.flatMap((given) => {
      const fact = typeof given === 'string' ? { field: given } : given;
      const what = `Fact '${'title' in fact ? (fact.title ?? fact.field) : fact.field}' of kind '${id}'`;
      if ('kind' in fact) return relatedFaults(what, { ...fact, to: id, fields: [], names: fact.field }, known);
      const type = fieldTypeOf(shape[fact.field]);
      const types = MEASURES.filter((measure) => typeHolds(measure, 'money') === typeHolds(type, 'money'));
      const { of } = 'of' in fact ? fact : {};
      return [
        ...unknownFields(what, [fact.field], shape),
        ...(of === undefined ? [] : wrongType(`${what} draws a bar of`, { name: fact.field, fields: shape, types })),
        ...(typeof of === 'string' ? wrongType(`${what} draws a bar up to`, { name: of, fields: shape, types }) : []),
      ];
    }),
  ];
}

/** What a layout needs in order to draw the records of a kind. */
const LAYOUT_NEEDS: Readonly<Partial<Record<Layout, (kind: AnyKind, group: string | undefined) => boolean>>> = {
  board: ({ ui, lifecycle }, group) => (group ?? ui?.board ?? lifecycle?.field) !== undefined,
  calendar: ({ ui }) => ui?.calendar !== undefined,
  gallery: ({ ui }) => ui?.cover !== undefined,
  tree: ({ ui }) => ui?.parent !== undefined,
};
const LAYOUT_HINTS = { board: 'board', calendar: 'calendar', gallery: 'cover', tree: 'parent', table: '' } as const;

function viewFaults(kind: AnyKind, { name, layout, group, mine }: DeclaredView): string[] {
  const what = `View '${name}' of kind '${kind.id}'`;
  const fields = fieldsOf(kind.fields);
  const drawn = layout === undefined || (LAYOUT_NEEDS[layout]?.(kind, group) ?? true);
  return [
    ...unknownName(`${what} has layout`, layout, LAYOUTS),
    ...(drawn ? [] : [`${what} has layout '${layout}', for which the kind needs the hint '${LAYOUT_HINTS[layout]}'.`]),
    ...unknownFields(what, group === undefined ? [] : [group], fields),
    ...wrongType(`${what} is mine by`, { name: mine, fields, types: MEMBERS }),
  ];
}

function panelFaults({ id }: AnyKind, { title, kind, by, fields = [] }: Panel, known: HintTargets): string[] {
  return relatedFaults(`Panel '${title}' of kind '${id}'`, { kind, by, fields, to: id }, known);
}

/** Records of another kind that refer to a record, and what is shown of them. */
interface Related {
  readonly kind: string;
  readonly by: string;
  readonly fields: readonly string[];
  /** Their reference field whose records are shown. */
  readonly names?: string;
  /** The kind that they refer to. */
  readonly to: string;
}

function relatedFaults(what: string, { kind, by, fields, names, to }: Related, known: HintTargets): string[] {
  const shown = known.kinds.get(kind);
  if (!shown) return unknownKind(`${what} shows`, kind, known);
  const shownFields = fieldsOf(shown.fields);
  return [
    ...unknownFields(what, fields, shownFields),
    ...wrongType(`${what} names`, { name: names, fields: shownFields, types: REFERENCES }),
    ...(refersTo(shownFields[by], [to])
      ? []
      : [`${what} is by field '${by}' of kind '${kind}', which does not refer to '${to}'.`]),
  ];
}

function refersTo(field: HintedSchema | undefined, kinds: readonly string[]): boolean {
  const type = fieldTypeOf(field);
  return (
    typeHolds(type, 'record_of_any_kind') || (typeHolds(type, 'record') && kinds.includes(field?.['x-kind'] ?? ''))
  );
}

/** Fields that the hints of a field may name. */
interface Scope {
  readonly siblings: HintedFields;
  /** Further fields that may have its unit: those of the record that an action runs on. */
  readonly units?: HintedFields;
}

/** Faults of the hints of a field and of the members of its shape. */
function fieldFaults(what: string, schema: HintedSchema, scope: Scope): string[] {
  const members = schema.properties ?? schema.items?.properties ?? {};
  const ui = schema['x-ui'];
  return [
    ...(ui ? [...ownFaults(what, ui, scope), ...titleFaults(what, ui, schema)] : []),
    ...Object.entries(members).flatMap(([name, member]) =>
      fieldFaults(`Member '${name}' of ${lowerFirst(what)}`, member, { ...scope, siblings: members }),
    ),
  ];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function ownFaults(what: string, ui: FieldHints, { siblings, units = {} }: Scope): string[] {
  const unit = typeof ui.unit === 'object' ? [ui.unit.field] : [];
  return [
    ...unknownName(`${what} has widget`, ui.widget, WIDGETS),
    ...unknownFields(what, unit, { ...units, ...siblings }),
    ...Object.keys(ui.tone ?? {}).flatMap((tone) => unknownName(`${what} has tone`, tone, TONES)),
    ...Object.values(ui.tone ?? {}).flatMap((comparison) => comparisonFaults(what, comparison, siblings)),
    ...(ui.visible ? conditionFaults(what, ui.visible, siblings) : []),
  ];
}

function titleFaults(what: string, { titles = {} }: FieldHints, schema: HintedSchema): string[] {
  const values = schema.enum ?? schema.items?.enum ?? [];
  return Object.keys(titles).flatMap((value) => unknownName(`${what} has a title for value`, value, values));
}

const OPERATORS = ['is', 'in', 'has', 'below', 'above'];

function comparisonFaults(what: string, comparison: Comparison, siblings: HintedFields): string[] {
  const operators = Object.keys(comparison).filter((key) => key !== 'field');
  if (operators.length !== 1 || !OPERATORS.includes(operators[0] ?? ''))
    return [
      `${what} has a condition of ${JSON.stringify(comparison)}; it needs exactly one of ${OPERATORS.join(', ')}.`,
    ];
  const bound = 'below' in comparison ? comparison.below : 'above' in comparison ? comparison.above : undefined;
  return typeof bound === 'string' ? unknownFields(what, [bound], siblings) : [];
}

function conditionFaults(what: string, condition: Condition, siblings: HintedFields): string[] {
  return [...unknownFields(what, [condition.field], siblings), ...comparisonFaults(what, condition, siblings)];
}

function actionFaults({ id, ui = {}, input, appliesTo }: AnyAction, known: HintTargets): string[] {
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
    ...(key === undefined || /^[a-z0-9]$/.test(key)
      ? []
      : [`${what} has key '${key}'; a key is one lower-case letter or digit.`]),
    ...unknownName(`${what} is offered for a selection as`, together, [...known.actions]),
    ...unknownFields(`The input of action '${id}'`, [...hidden, ...Object.keys(prefill)], members),
    // A foreign kind has only the fields that the module needs, which are the fields that a hint may name.
    ...targets.flatMap((kind) => [
      ...unknownFields(`The prefill of action '${id}' for '${kind.id}'`, fromRecord, fieldsOf(kind.fields)),
      ...(visible ? conditionFaults(`${what} for '${kind.id}'`, visible, fieldsOf(kind.fields)) : []),
    ]),
    ...Object.entries(members).flatMap(([name, schema]) =>
      fieldFaults(`Input '${name}' of action '${id}'`, schema, { siblings: members, units: recordFields }),
    ),
    ...Object.entries(prefill).flatMap(([name, given]) => {
      const item = members[name]?.items?.properties ?? {};
      return isRows(given) ? rowFaults(`The rows of '${name}' of action '${id}'`, given, { item, targets, known }) : [];
    }),
  ];
}

type Prefill = NonNullable<NonNullable<AnyAction['ui']>['prefill']>[string];

const isRows = (prefill: Prefill): prefill is PrefilledRows =>
  typeof prefill === 'object' && prefill !== null && 'rows' in prefill;
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
    ...unknownName(
      `${what} have member`,
      Object.keys(members).find((name) => !Object.hasOwn(scope.item, name)),
      Object.keys(scope.item),
    ),
    ...unknownFields(
      what,
      [...read, ...show.map((shown) => (typeof shown === 'string' ? shown : shown.field))],
      fields,
    ),
    ...(refersTo(fields[by], targets)
      ? []
      : [`${what} are by '${by}', which is not a reference from '${rows}' to a kind of the action.`]),
  ];
}
