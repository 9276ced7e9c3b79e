import type { WorkspaceTransaction } from '@cubit/records';
import type { AnyRecord, FieldValues } from '@cubit/core/host';
import { convertQuantity, type OwnUnit } from '@cubit/units';
import { tooSmall } from '../table/unit-of-field.js';
import type { ImportNode } from './import-node.js';
import { addFault, addWarning, type QuantityUnit, type RowDraft } from './row-draft.js';

/** A record that measures quantities: its unit, its packs and its title for messages. */
interface Measuring {
  readonly unit: string;
  readonly packs: readonly OwnUnit[];
  readonly title: string;
}

type Present = ReadonlyMap<RowDraft, AnyRecord>;

/**
 * Converts the quantities of drafts that are measured in the unit of what a field refers to, as the row says, or the record that is
 * there. Those of which neither is known stay as they are.
 */
export async function settleUnits(
  reader: WorkspaceTransaction,
  drafts: readonly RowDraft[],
  present: Present = new Map(),
): Promise<void> {
  const idAt = (draft: RowDraft, name: string) =>
    draft.fields[name] ?? (present.get(draft)?.fields as FieldValues | undefined)?.[name];
  for (const { node, of, members } of groupsOf(drafts)) {
    const inner = node.nested(of);
    if (!inner) continue;
    const records = await recordsOf(reader, inner, textsOf(members.map((draft) => idAt(draft, of))));
    for (const draft of members) {
      const record = records.get(String(idAt(draft, of) as string));
      if (record) convertAll(draft, of, measuring(inner, record));
    }
  }
}

/** Converts the quantities that are measured in the unit of the record itself. `present`: the records that are there, by draft. */
export async function settleOwnUnits(
  reader: WorkspaceTransaction,
  drafts: readonly RowDraft[],
  present: Present = new Map(),
): Promise<void> {
  const open = drafts.filter(({ node, units }) => [...units.keys()].some((name) => ofIn(node, name) === OWN));
  for (const [node, members] of Map.groupBy(open, (draft) => draft.node)) {
    const { unit = '', from } = node.importing.measure ?? {};
    const above = from === undefined ? null : node.nested(from);
    const isWithout = (draft: RowDraft) => !present.has(draft) && typeof draft.fields[unit] !== 'string';
    const records =
      above && from !== undefined
        ? await recordsOf(reader, above, textsOf(members.filter(isWithout).map(({ fields }) => fields[from])))
        : null;
    for (const draft of members) {
      const given = records?.get(String(draft.fields[from ?? ''] as string));
      const inherited = given && above ? unitIn(above, given.fields as FieldValues) : undefined;
      const fields = { ...(present.get(draft)?.fields as FieldValues | undefined), ...withoutNulls(draft.fields) };
      const measured = measuring(node, { fields, title: titleOf(node, fields) }, inherited);
      convertAll(draft, OWN, measured);
    }
  }
}

/** Stands for the record itself. */
const OWN = '';

function ofIn(node: ImportNode, name: string): string | null {
  const how = node.importing.units?.[name];
  return how && 'of' in how ? how.of : null;
}

interface Group {
  readonly node: ImportNode;
  readonly of: string;
  readonly members: readonly RowDraft[];
}

function groupsOf(drafts: readonly RowDraft[]): readonly Group[] {
  return [...Map.groupBy(drafts, ({ node }) => node)].flatMap(([node, own]) =>
    [...new Set(Object.keys(node.importing.units ?? {}).flatMap((name) => ofIn(node, name) || []))].map((of) => ({
      node,
      of,
      members: own.filter(({ units }) => [...units.keys()].some((name) => ofIn(node, name) === of)),
    })),
  );
}

function textsOf(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

async function recordsOf(
  reader: WorkspaceTransaction,
  { kind }: ImportNode,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnyRecord>> {
  if (ids.length === 0) return new Map();
  return reader.contextOf(kind.module, null).records.getMany(kind.definition, ids);
}

function measuring(
  node: ImportNode,
  { fields, title }: Pick<AnyRecord, 'fields' | 'title'>,
  inherited?: string,
): Measuring {
  const { packs = '', fallback = '' } = node.importing.measure ?? {};
  const own = (fields as FieldValues)[packs];
  return {
    unit: unitIn(node, fields as FieldValues) ?? inherited ?? fallback,
    packs: Array.isArray(own) ? (own as readonly OwnUnit[]) : [],
    title,
  };
}

function unitIn({ importing }: ImportNode, fields: FieldValues): string | undefined {
  const unit = fields[importing.measure?.unit ?? ''];
  return typeof unit === 'string' && unit !== '' ? unit : undefined;
}

function titleOf({ kind }: ImportNode, fields: FieldValues): string {
  const title = fields[kind.definition.titleField ?? ''];
  return typeof title === 'string' ? title : kind.definition.title[0];
}

function withoutNulls(fields: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function convertAll(draft: RowDraft, of: string, measured: Measuring): void {
  for (const [name, unit] of [...draft.units])
    if (ofIn(draft.node, name) === of && typeof draft.fields[name] === 'number')
      convert(draft, { name, ...unit }, measured);
}

function convert(
  draft: RowDraft,
  { name, unit, cell }: QuantityUnit & { readonly name: string },
  { unit: to, packs, title }: Measuring,
): void {
  const qty = draft.fields[name] as number;
  draft.units.delete(name);
  const converted = convertQuantity(qty, { from: unit, to, own: { base: to, units: packs } });
  if (converted === undefined) {
    const choices = packs.length === 0 ? '' : ` It has the packs ${packs.map((pack) => `'${pack.unit}'`).join(', ')}.`;
    const message = `'${unit.slice(0, MAX_SHOWN)}' does not convert into '${to}', the unit of '${title}'.${choices}`;
    return addFault(draft, { name: cell === null ? inputOf(draft, name) : name, message, code: 'wrong_unit' });
  }
  if (converted === 0 && qty !== 0)
    return addFault(draft, { name, message: tooSmall({ value: qty, unit }, to), code: 'too_small' });
  draft.fields[name] = converted;
  const input = draft.node.importing.units?.[name]?.input;
  if (input !== undefined) draft.given.set(name, { qty, unit, input });
  if (cell !== null && converted !== qty)
    addWarning(draft, name, `'${cell.slice(0, MAX_SHOWN)}' was read as ${converted} ${to}.`);
}

const MAX_SHOWN = 50;

/** The column that names the unit. */
function inputOf({ node }: RowDraft, name: string): string {
  return node.importing.units?.[name]?.input ?? name;
}
