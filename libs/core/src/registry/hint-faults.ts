import {
  type Comparison,
  type Condition,
  type FieldHints,
  FIELD_TYPES,
  fieldTypeOf,
  type FieldTypeName,
  TONES,
  typeHolds,
  typeHoldsOne,
  WIDGETS,
} from '@cubit/web-contract';
import { nearestName } from '@cubit/expressions';
import type { AnyKind } from '../contract/module.js';

export interface HintedSchema {
  readonly 'x-kind'?: string;
  readonly 'x-ui'?: FieldHints;
  readonly enum?: readonly string[];
  readonly items?: HintedSchema;
  readonly properties?: HintedFields;
}
export type HintedFields = Readonly<Record<string, HintedSchema>>;

/** Kinds and actions of all installed modules. */
export interface HintTargets {
  readonly modules: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly actions: ReadonlySet<string>;
}

export const REFERENCES = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'record'));

/** A fault if `name` is given and is not a field of one of the types. */
export function wrongType(what: string, { name, fields, types }: TypedName): string[] {
  const type = name === undefined ? undefined : fieldTypeOf(fields[name]);
  if (name === undefined || (type !== undefined && types.includes(type))) return [];
  return [`${what} '${name}', which is not a field of type ${types.join(' or ')}; name one that is.`];
}
interface TypedName {
  readonly name: string | undefined;
  readonly fields: HintedFields;
  readonly types: readonly FieldTypeName[];
}

export const fieldsOf = (object: { readonly properties: object }) => object.properties as HintedFields;

/** A fault if `name` is given and not known. */
export function unknownName(what: string, name: string | undefined, choices: readonly string[]): string[] {
  if (name === undefined || choices.includes(name)) return [];
  const nearest = nearestName(name, choices);
  return [
    nearest === undefined
      ? `${what} '${name}', which is not known; correct the name.`
      : `${what} '${name}'; did you mean '${nearest}'?`,
  ];
}

export function unknownFields(what: string, names: readonly string[], fields: HintedFields): string[] {
  return names.flatMap((name) => unknownName(`${what} mentions field`, name, Object.keys(fields)));
}

export function unknownKind(what: string, kind: string, known: HintTargets): string[] {
  const isInstalled = known.modules.has(kind.split(':')[0] ?? '');
  return isInstalled ? unknownName(`${what} kind`, kind, [...known.kinds.keys()]) : [];
}

export function unknownAction(what: string, action: string | undefined, known: HintTargets): string[] {
  const isInstalled = action !== undefined && known.modules.has(action.split(':')[0] ?? '');
  return isInstalled ? unknownName(`${what} action`, action, [...known.actions]) : [];
}

export function refersTo(field: HintedSchema | undefined, kinds: readonly string[]): boolean {
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
export function fieldFaults(what: string, schema: HintedSchema, scope: Scope): string[] {
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

/** The record that an action runs on. */
const OWN_RECORD = 'id';

function ownFaults(what: string, ui: FieldHints, { siblings, units = {} }: Scope): string[] {
  const fields = { ...units, ...siblings };
  const [unit, ofReference] = typeof ui.unit === 'object' ? ui.unit.field.split('.') : [];
  return [
    ...unknownName(`${what} has widget`, ui.widget, WIDGETS),
    ...(ofReference === undefined
      ? unknownFields(what, unit === undefined ? [] : [unit], fields)
      : wrongType(`${what} has the unit of`, { name: unit, fields, types: REFERENCES })),
    ...(ui.units === OWN_RECORD
      ? []
      : wrongType(`${what} has the units of`, { name: ui.units, fields, types: REFERENCES })),
    ...Object.keys(ui.tone ?? {}).flatMap((tone) => unknownName(`${what} has tone`, tone, TONES)),
    ...Object.values(ui.tone ?? {}).flatMap((comparison) => comparisonFaults(what, comparison, siblings)),
    ...(ui.visible ? conditionFaults(what, ui.visible, siblings) : []),
  ];
}

function titleFaults(what: string, { titles = {}, choices = [] }: FieldHints, schema: HintedSchema): string[] {
  const values = schema.enum ?? schema.items?.enum ?? [];
  return [
    ...Object.keys(titles).flatMap((value) => unknownName(`${what} has a title for value`, value, values)),
    ...choices.flatMap((value) => unknownName(`${what} offers value`, value, values)),
  ];
}

const OPERATORS = ['is', 'in', 'has', 'below', 'above'];

function comparisonFaults(what: string, comparison: Comparison, siblings: HintedFields): string[] {
  const operators = Object.keys(comparison).filter((key) => key !== 'field');
  if (operators.length !== 1 || !OPERATORS.includes(operators[0] ?? ''))
    return [`${what} has a condition of ${JSON.stringify(comparison)}; write exactly one of ${OPERATORS.join(', ')}.`];
  const bound = 'below' in comparison ? comparison.below : 'above' in comparison ? comparison.above : undefined;
  return typeof bound === 'string' ? unknownFields(what, [bound], siblings) : [];
}

export function conditionFaults(what: string, condition: Condition, siblings: HintedFields): string[] {
  return [...unknownFields(what, [condition.field], siblings), ...comparisonFaults(what, condition, siblings)];
}
