import {
  COLORS,
  type DeclaredView,
  FIELD_TYPES,
  fieldTypeOf,
  type HomeTile,
  typeHolds,
  typeHoldsOne,
  ICONS,
  type Layout,
  LAYOUTS,
  type Panel,
  ROLES_OF_KINDS,
  TONES,
  WALL_PARTS,
} from '@cubit/web-contract';
import type { AnyKind, ModuleDefinition } from '../contract/module.js';
import { actionFaults } from './check-action-hints.js';
import { documentFaults } from './check-document-hints.js';
import {
  fieldFaults,
  fieldsOf,
  type HintTargets,
  REFERENCES,
  refersTo,
  unknownAction,
  unknownFields,
  unknownKind,
  unknownName,
  wrongType,
} from './hint-faults.js';

/** Faults of the hints of a module, its kinds, fields and actions. What names a module that is not installed is not checked. */
export function checkHints(module: ModuleDefinition, known: HintTargets): string[] {
  return [
    ...moduleFaults(module, known),
    ...(module.kinds ?? []).flatMap((kind) => [
      ...kindFaults(kind, known),
      ...pictureFaults(kind, module),
      ...documentFaults(kind, module, known),
    ]),
    ...(module.actions ?? []).flatMap((action) => actionFaults(action, known)),
  ];
}

const MEMBERS = FIELD_TYPES.filter((type) => typeHolds(type, 'member'));
const TIMES = FIELD_TYPES.filter((type) => typeHolds(type, 'day', 'instant'));
const FILES = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'file'));
const MEASURES = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'number', 'money'));
const INSTANTS = FIELD_TYPES.filter((type) => typeHolds(type, 'instant'));
const TEXTS = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'text'));
const LISTS = FIELD_TYPES.filter((type) => typeHolds(type, 'data'));
const MOST_FACTS = 6;
const MOST_OF_ROWS = 3;
const GROUPS = FIELD_TYPES.filter((type) => typeHoldsOne(type, 'option', 'record', 'member', 'boolean'));

function moduleFaults({ name, ui = {}, kinds = [] }: ModuleDefinition, known: HintTargets): string[] {
  const what = `Module '${name}'`;
  const own = kinds.map(({ id }) => id);
  return [
    ...unknownName(`${what} has icon`, ui.icon, ICONS),
    ...unknownName(`${what} has colour`, ui.color, COLORS),
    ...(ui.menu ?? []).flatMap((kind) => unknownName(`The menu of module '${name}' has kind`, kind, own)),
    ...(ui.home ?? []).flatMap((tile) => tileFaults(`Tile '${tile.title}' of module '${name}'`, tile, known)),
  ];
}

function tileFaults(what: string, { metric, tone, mine, rows, daily }: HomeTile, known: HintTargets): string[] {
  const counted = known.kinds.get(metric);
  const fields = counted && fieldsOf(counted.fields);
  const shown = rows?.fields ?? [];
  return [
    ...unknownKind(`${what} counts`, metric, known),
    ...unknownName(`${what} has tone`, tone, TONES),
    ...unknownAction(`${what} offers`, rows?.action, known),
    ...(rows !== undefined && daily !== undefined ? [`${what} has both 'rows' and 'daily'; leave one of them.`] : []),
    ...(shown.length > MOST_OF_ROWS
      ? [`${what} shows ${shown.length} fields of a row; leave ${MOST_OF_ROWS} at most.`]
      : []),
    ...(fields
      ? [
          ...wrongType(`${what} is mine by`, { name: mine, fields, types: MEMBERS }),
          ...wrongType(`${what} counts days of`, { name: daily, fields, types: INSTANTS }),
          ...unknownFields(what, shown, fields),
        ]
      : []),
  ];
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
    ...wallFaults(kind),
    ...factFaults(kind, known),
    ...measureFaults(kind),
    ...form.flatMap((group) => unknownFields(`Group '${group.title}' of kind '${id}'`, group.fields, fields)),
    ...[...new Set(repeated)].map((name) => `${what} has field '${name}' in two groups; leave it in one.`),
    ...wrongType(`${what} has cover`, { name: ui.cover, fields, types: FILES }),
    ...wrongType(`${what} has board by`, { name: ui.board, fields, types: GROUPS }),
    ...wrongType(`${what} has calendar start`, { name: ui.calendar?.start, fields, types: TIMES }),
    ...wrongType(`${what} has calendar end`, { name: ui.calendar?.end, fields, types: TIMES }),
    ...(parent === undefined ||
    (typeHoldsOne(fieldTypeOf(fields[parent]), 'record') && fields[parent]?.['x-kind'] === id)
      ? []
      : [`${what} has parent '${parent}', which is not a reference to '${id}'; name one that is.`]),
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

/** Displays show machines and their jobs. */
const WALL_ROLES: readonly (string | undefined)[] = ['machine', 'job'];

function wallFaults({ id, ui = {}, fields }: AnyKind): string[] {
  const { wall = [], views = [], role } = ui;
  const facts = wall.map((fact) => (typeof fact === 'string' ? { field: fact } : fact));
  const named = facts.flatMap(({ field, visible }) => (visible ? [field, visible.field] : [field]));
  return [
    ...unknownFields(`The wall hint of kind '${id}'`, named, fieldsOf(fields)),
    ...(wall.length > 0 && !WALL_ROLES.includes(role)
      ? [`Kind '${id}' has a wall hint, which only kinds with the role 'machine' or 'job' have; add such a role.`]
      : []),
    ...views.flatMap(({ name, wall: part }) => [
      ...unknownName(`View '${name}' of kind '${id}' is on the wall as`, part, WALL_PARTS),
      ...(part !== undefined && role !== 'job'
        ? [`View '${name}' of kind '${id}' is on the wall, where only jobs are; add the role 'job' to the kind.`]
        : []),
    ]),
  ];
}

const BRACES = /\{(\w+)\}/g;

/** A picture is an image that the module answers. */
function pictureFaults({ id, fields, ui }: AnyKind, module: ModuleDefinition): string[] {
  const { picture } = ui ?? {};
  if (picture === undefined) return [];
  const what = `The picture of kind '${id}'`;
  const shapeOf = (path: string) => path.replace(BRACES, '{}');
  const [path = ''] = picture.split('?');
  const route = (module.routes ?? []).find((each) => each.method === 'GET' && shapeOf(each.path) === shapeOf(path));
  const isImage = route?.responses[200]?.mediaType?.startsWith('image/') === true;
  const names = [...picture.matchAll(BRACES)].map(([, name = '']) => name);
  return [
    ...(isImage ? [] : [`${what} is '${path}'; add a GET route of the module that answers an image there.`]),
    ...unknownFields(
      what,
      names.filter((name) => name !== 'id'),
      fieldsOf(fields),
    ),
  ];
}

function factFaults({ id, fields, ui }: AnyKind, known: HintTargets): string[] {
  const { facts = [] } = ui ?? {};
  const shape = fieldsOf(fields);
  return [
    ...(facts.length > MOST_FACTS ? [`Kind '${id}' has ${facts.length} facts; leave ${MOST_FACTS} at most.`] : []),
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

function measureFaults({ id, fields, ui }: AnyKind): string[] {
  const { measure } = ui ?? {};
  if (measure === undefined) return [];
  const what = `Kind '${id}' is measured`;
  const shape = fieldsOf(fields);
  if ('of' in measure) return wrongType(`${what} as`, { name: measure.of, fields: shape, types: REFERENCES });
  return [
    ...wrongType(`${what} in`, { name: measure.unit, fields: shape, types: TEXTS }),
    ...wrongType(`${what} in packs of`, { name: measure.packs, fields: shape, types: LISTS }),
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
    ...(drawn
      ? []
      : [`${what} has layout '${layout}', for which the kind has no hint; add '${LAYOUT_HINTS[layout]}'.`]),
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
      : [`${what} is by field '${by}' of kind '${kind}', which does not refer to '${to}'; name one that does.`]),
  ];
}
