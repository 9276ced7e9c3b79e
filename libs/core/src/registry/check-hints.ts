import {
  ACTION_TONES,
  COLORS,
  type Comparison,
  type Condition,
  type FieldHints,
  ICONS,
  LAYOUTS,
  type Panel,
  ROLES_OF_KINDS,
  TONES,
  WIDGETS,
} from '@cubit/web-contract';
import { nearestName } from '@cubit/expressions';
import type { AnyAction, AnyKind, ModuleDefinition } from '../contract/module.js';

interface HintedSchema {
  readonly 'x-type'?: string;
  readonly 'x-kind'?: string;
  readonly 'x-ui'?: FieldHints;
  readonly enum?: readonly string[];
}
type Fields = Readonly<Record<string, HintedSchema>>;

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
    ...(module.actions ?? []).flatMap((action) => actionFaults(action)),
  ];
}

const fieldsOf = (object: { readonly properties: object }) => object.properties as Fields;

/** A fault if `name` is given and not known. */
function unknownName(what: string, name: string | undefined, known: readonly string[]): string[] {
  if (name === undefined || known.includes(name)) return [];
  const nearest = nearestName(name, known);
  return [nearest === undefined ? `${what} '${name}'.` : `${what} '${name}'; did you mean '${nearest}'?`];
}

function unknownFields(what: string, names: readonly string[], fields: Fields): string[] {
  return names.flatMap((name) => unknownName(`${what} mentions field`, name, Object.keys(fields)));
}

function moduleFaults({ name, ui = {}, kinds = [] }: ModuleDefinition, known: HintTargets): string[] {
  const what = `Module '${name}'`;
  const own = kinds.map(({ id }) => id);
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has colour`, ui.color, COLORS),
    ...(ui.menu ?? []).flatMap((kind) => unknownName(`The menu of module '${name}' has kind`, kind, own)),
    ...(ui.home ?? []).flatMap(({ metric, title, tone }) => [
      ...unknownKind(`Tile '${title}' of module '${name}' counts`, metric, known),
      ...unknownName(`Tile '${title}' of module '${name}' has tone`, tone, TONES),
    ]),
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
  const { summary = [], scan = [], form = [], panels = [], views = [], order, cover } = ui;
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has colour`, ui.color, COLORS),
    ...unknownName(`${what} has role`, ui.role, ROLES_OF_KINDS),
    ...unknownFields(`The summary of kind '${id}'`, summary, fields),
    ...unknownFields(`The scan hint of kind '${id}'`, scan, fields),
    ...form.flatMap((group) => unknownFields(`Group '${group.title}' of kind '${id}'`, group.fields, fields)),
    ...[...new Set(repeated)].map((name) => `${what} has field '${name}' in two groups; leave it in one.`),
    ...(cover === undefined || fields[cover]?.['x-type'] === 'file'
      ? []
      : [`${what} has cover '${cover}', which is not a file field.`]),
    ...(parent === undefined || (fields[parent]?.['x-type'] === 'ref' && fields[parent]['x-kind'] === id)
      ? []
      : [`${what} has parent '${parent}', which is not a reference to '${id}'.`]),
    ...panels.flatMap((panel) => panelFaults(kind, panel, known)),
    ...views.flatMap(({ name, layout, group }) => [
      ...unknownName(`View '${name}' of kind '${id}' has layout`, layout, LAYOUTS),
      ...unknownFields(`View '${name}' of kind '${id}'`, group === undefined ? [] : [group], fields),
    ]),
    ...(order
      ? [
          ...unknownFields(`The order of kind '${id}'`, [order.field], fields),
          ...unknownName(`The order of kind '${id}' names action`, order.action, [...known.actions]),
        ]
      : []),
    ...Object.entries(fields).flatMap(([name, schema]) =>
      fieldFaults(`Field '${name}' of kind '${id}'`, schema, fields),
    ),
  ];
}

function panelFaults({ id }: AnyKind, { title, kind, by, fields = [] }: Panel, known: HintTargets): string[] {
  const what = `Panel '${title}' of kind '${id}'`;
  const shown = known.kinds.get(kind);
  if (!shown) return unknownKind(`${what} shows`, kind, known);
  const shownFields = fieldsOf(shown.fields);
  const { 'x-type': type = '', 'x-kind': target } = shownFields[by] ?? {};
  const refers = type === 'any_ref' || (['ref', 'refs'].includes(type) && target === id);
  return [
    ...unknownFields(what, fields, shownFields),
    ...(refers ? [] : [`${what} is by field '${by}' of kind '${kind}', which does not refer to '${id}'.`]),
  ];
}

function fieldFaults(what: string, schema: HintedSchema, siblings: Fields): string[] {
  const ui = schema['x-ui'];
  if (!ui) return [];
  const unit = typeof ui.unit === 'object' ? [ui.unit.field] : [];
  return [
    ...unknownName(`${what} has widget`, ui.widget, WIDGETS),
    ...unknownFields(what, unit, siblings),
    ...Object.keys(ui.tone ?? {}).flatMap((tone) => unknownName(`${what} has tone`, tone, TONES)),
    ...Object.values(ui.tone ?? {}).flatMap((comparison) => comparisonFaults(what, comparison, siblings)),
    ...(ui.visible ? conditionFaults(what, ui.visible, siblings) : []),
    ...Object.keys(ui.titles ?? {}).flatMap((value) =>
      unknownName(`${what} has a title for value`, value, schema.enum ?? []),
    ),
  ];
}

const OPERATORS = ['is', 'in', 'has', 'below', 'above'];

function comparisonFaults(what: string, comparison: Comparison, siblings: Fields): string[] {
  const operators = Object.keys(comparison).filter((key) => key !== 'field');
  if (operators.length !== 1 || !OPERATORS.includes(operators[0] ?? ''))
    return [
      `${what} has a condition of ${JSON.stringify(comparison)}; it needs exactly one of ${OPERATORS.join(', ')}.`,
    ];
  const bound = 'below' in comparison ? comparison.below : 'above' in comparison ? comparison.above : undefined;
  return typeof bound === 'string' ? unknownFields(what, [bound], siblings) : [];
}

function conditionFaults(what: string, condition: Condition, siblings: Fields): string[] {
  return [...unknownFields(what, [condition.field], siblings), ...comparisonFaults(what, condition, siblings)];
}

function actionFaults({ id, ui = {}, input, appliesTo }: AnyAction): string[] {
  const what = `Action '${id}'`;
  const members = fieldsOf(input);
  const targets = Array.isArray(appliesTo) ? (appliesTo as readonly AnyKind[]) : [];
  const { hidden = [], prefill = {}, visible, key } = ui;
  const fromRecord = Object.values(prefill).flatMap((value) =>
    typeof value === 'object' && value !== null ? [value.field] : [],
  );
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has tone`, ui.tone, ACTION_TONES),
    ...(key === undefined || /^[a-z0-9]$/.test(key)
      ? []
      : [`${what} has key '${key}'; a key is one lower-case letter or digit.`]),
    ...unknownFields(`The input of action '${id}'`, [...hidden, ...Object.keys(prefill)], members),
    // A foreign kind has only the fields that the module needs, which are the fields that a hint may name.
    ...targets.flatMap((kind) => [
      ...unknownFields(`The prefill of action '${id}' for '${kind.id}'`, fromRecord, fieldsOf(kind.fields)),
      ...(visible ? conditionFaults(`${what} for '${kind.id}'`, visible, fieldsOf(kind.fields)) : []),
    ]),
    ...Object.entries(members).flatMap(([name, schema]) =>
      fieldFaults(`Input '${name}' of action '${id}'`, schema, members),
    ),
  ];
}
