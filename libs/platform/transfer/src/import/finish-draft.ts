import { validate } from '@cubit/core';
import type { ImportDetail } from '@cubit/core/host';
import { convertQuantity } from '@cubit/units';
import { FIELD_CELLS } from '../table/cell.js';
import type { Column } from '../table/columns.js';
import { columnTitle } from './column-title.js';
import { addFault, addLoss, addNested, addWarning, hasValue, type RowDraft } from './row-draft.js';
import { serialsOf } from './serial-list.js';
import type { RowTargets } from './row-targets.js';

type Currencies = Pick<RowTargets, 'currency' | 'fallbackCurrency'>;

/** Completes a draft once all of its cells are read: amounts get their currency, details are counted out, fallbacks apply. */
export function finishDraft(draft: RowDraft, targets: Currencies): void {
  if (draft.isEmpty) return;
  copyValues(draft);
  for (const drafts of draft.nested.values()) for (const one of drafts) finishDraft(one, targets);
  if (!draft.node.lenient) return;
  dropIncompleteDetails(draft);
  giveUnits(draft);
  expandDetails(draft);
  setAmounts(draft, targets);
  copyCurrencies(draft);
  dropInvalid(draft);
  applyFallbacks(draft);
}

/** Leaves out the values of the row that nothing has taken, each told once for its column. */
export function leaveUnused(draft: RowDraft): void {
  if (!draft.isEmpty && draft.faults.length === 0) draft.values.leaveUnused((column) => isTaken(draft, column));
}

function isTaken(draft: RowDraft, column: Column): boolean {
  const { node } = draft;
  if (column.holds === 'nested') {
    const inner = draft.nested.get(column.at) ?? [];
    return inner.some((one) => isTaken(one, column.column)) || isCopied(draft, column.name);
  }
  if (!node.lenient && column.holds !== 'currency') return true;
  if (column.holds === 'path') return isPresent(draft, node.kind.definition.titleField ?? '');
  if (hasValue(draft, column) && column.holds !== 'currency') return true;
  if (!('field' in column)) return false;
  const { name } = column.field;
  if (column.holds === 'currency') return hasValue(draft, column) && node.lenient && draft.amounts.has(name);
  const isUnit = Object.entries(node.importing.units ?? {}).some(
    ([quantity, how]) => how.input === name && draft.units.has(quantity),
  );
  return isUnit || isCopied(draft, name);
}

function isCopied(draft: RowDraft, name: string): boolean {
  return Object.entries(draft.node.importing.copies ?? {}).some(
    ([to, from]) => from === name && draftsAt(draft, to.split('.').slice(0, -1)).some((one) => isGiven(one, to)),
  );
}

function isGiven(draft: RowDraft, path: string): boolean {
  const name = path.split('.').at(-1) ?? '';
  return isPresent(draft, name) || draft.amounts.has(name);
}

/** Details without the values that they need are left out; those with some of them are reported. */
function dropIncompleteDetails(draft: RowDraft): void {
  for (const [name, drafts] of draft.nested) {
    const detail = draft.node.detail(name);
    if (!detail) continue;
    for (const one of drafts) dropUnidentified(one, detail.needs.flat());
    const has = (one: RowDraft) => (path: string) => hasAt(one, path);
    const complete = drafts.filter((one) => detail.needs.some((fields) => fields.every(has(one))));
    const partial = drafts.find((one) => !complete.includes(one) && detail.needs.flat().some(has(one)));
    if (partial) leaveIncomplete(draft, { name, detail, isOnly: complete.length === 0 });
    if (complete.length > 0) draft.nested.set(name, complete);
    else draft.nested.delete(name);
  }
}

/** Whether a detail has a value that it needs. A quantity of zero is none. */
function hasAt(draft: RowDraft, path: string): boolean {
  const [name = '', inner] = path.split('.');
  const described = inner === undefined ? undefined : draft.nested.get(name);
  if (inner !== undefined && described) return described.some((one) => isPresent(one, inner));
  return isPresent(draft, name) && draft.fields[name] !== 0;
}

/** Does not describe records without the value by which the detail needs them. */
function dropUnidentified(draft: RowDraft, needs: readonly string[]): void {
  for (const path of needs.filter((one) => one.includes('.')))
    if (!hasAt(draft, path)) draft.nested.delete(path.split('.')[0] ?? '');
}

interface IncompleteDetail {
  readonly name: string;
  readonly detail: ImportDetail;
  /** The row has no other one that is complete. */
  readonly isOnly: boolean;
}

function leaveIncomplete(draft: RowDraft, { name, detail: { needs, strict }, isOnly }: IncompleteDetail): void {
  const node = draft.node.nested(name);
  const titleOf = (path: string) => {
    const column = node?.column(path);
    return node && column ? columnTitle(node, column) : path;
  };
  const alternatives = needs.map((fields) => fields.map(titleOf).join(' and ')).join(', or ');
  if (strict === true) return addFault(draft, { name, message: `must have ${alternatives}.`, code: 'required' });
  addWarning(draft, name, `was left out: it needs ${alternatives}.`);
  if (isOnly) draft.values.markBelow(`${draft.prefix}${name}.`, 'left_out');
}

/** The drafts of a row that a path of names leads to. */
function draftsAt(draft: RowDraft, path: readonly string[]): readonly RowDraft[] {
  return path.reduce<readonly RowDraft[]>(
    (drafts, name) => drafts.flatMap(({ nested }) => nested.get(name) ?? []),
    [draft],
  );
}

/** As `draftsAt`; a record that the row refers to directly is described if it is not yet. */
function describedAt(draft: RowDraft, path: readonly string[]): readonly RowDraft[] {
  const known = draftsAt(draft, path);
  const [name = '', ...deeper] = path;
  if (known.length > 0 || name === '' || deeper.length > 0) return known;
  if (name === draft.owner || draft.node.detail(name) || isPresent(draft, name)) return known;
  const made = addNested(draft, name);
  return made ? [made] : known;
}

function copyValues(draft: RowDraft): void {
  for (const [to, from] of Object.entries(draft.node.importing.copies ?? {})) {
    const [target = '', source = ''] = [to, from].map((path) => path.split('.').at(-1));
    const [given] = draftsAt(draft, from.split('.').slice(0, -1));
    if (!given) continue;
    if (!isPresent(given, source) && !given.amounts.has(source)) continue;
    for (const one of describedAt(draft, to.split('.').slice(0, -1))) {
      if (isPresent(one, target) || one.amounts.has(target)) continue;
      const reference = given.references.get(source);
      const field = one.node.field(target);
      const amount = given.amounts.get(source);
      const currency = given.currencies.get(source);
      if (reference && field) one.references.set(target, { ...reference, field });
      if (amount) one.amounts.set(target, amount);
      if (currency !== undefined) one.currencies.set(target, currency);
      const value = given.fields[source] ?? null;
      if (value !== null) one.fields[target] = value;
    }
  }
}

/** `{ currency: 'lines.unit_price.currency' }`: known once amounts have their currencies. */
function copyCurrencies(draft: RowDraft): void {
  for (const [to, from] of Object.entries(draft.node.importing.copies ?? {})) {
    if (!from.endsWith('.currency') || to.includes('.') || isPresent(draft, to)) continue;
    const path = from.split('.').slice(0, -1);
    const [given] = draftsAt(draft, path.slice(0, -1));
    const money = given?.fields[path.at(-1) ?? ''] as { readonly currency?: string } | null | undefined;
    if (typeof money?.currency === 'string') draft.fields[to] = money.currency;
  }
}

function isPresent({ fields, references, nested }: RowDraft, name: string): boolean {
  return (fields[name] ?? null) !== null || references.has(name) || nested.has(name);
}

/** How many details the row says that there are; null if it does not. */
function quantityOf({ fields }: RowDraft, each: Readonly<Record<string, unknown>>): number | null {
  const counts = Object.keys(each).flatMap((name) => (typeof fields[name] === 'number' ? [fields[name]] : []));
  const [count = 0] = counts;
  return count === 0 ? null : count;
}

/** `serials` of one cell make a detail each. */
function expandDetails(draft: RowDraft): void {
  for (const [name, drafts] of draft.nested) {
    const each = draft.node.detail(name)?.each;
    if (each === undefined) continue;
    const expanded = drafts.flatMap((one) => {
      const text = one.fields[each.field];
      if (typeof text !== 'string') return [one];
      const serials = serialsOf(text, quantityOf(one, each.fields));
      if (typeof serials === 'string') addFault(one, { name: each.field, message: serials });
      if (typeof serials === 'string' || serials.length === 0) return [one];
      return serials.map((serial) => ({ ...one, fields: { ...one.fields, ...each.fields, [each.field]: serial } }));
    });
    draft.nested.set(name, expanded);
  }
}

/** Gives the units of cells to the fields of the record that take them; the others are converted once it is known what they measure. */
function giveUnits(draft: RowDraft): void {
  for (const [name, how] of Object.entries(draft.node.importing.units ?? {})) {
    const named = how.input === undefined ? null : ((draft.fields[how.input] ?? null) as string | null);
    const own = draft.units.get(name);
    if (own && named !== null && !isSameUnit(own.unit, named)) {
      const message = `'${own.unit.slice(0, 50)}' is not '${named.slice(0, 50)}', the unit of the row.`;
      addFault(draft, { name, message, code: 'wrong_unit' });
    }
    if (!('of' in how)) {
      if (own && named === null) draft.fields[how.input] = own.unit;
      continue;
    }
    if (!own && named !== null) draft.units.set(name, { unit: named, cell: null });
    if (how.input !== undefined) delete draft.fields[how.input];
  }
}

/** `kg` and `kilogram` are the same. */
function isSameUnit(one: string, other: string): boolean {
  return convertQuantity(1, { from: one, to: other }) === 1;
}

function setAmounts(draft: RowDraft, given: Currencies): void {
  for (const [name, { amount, currency, shared }] of draft.amounts) {
    const named = draft.currencies.get(name);
    // The sign of another currency contradicts the row, and goes before what holds for all rows.
    const may = currency === null ? shared : [currency];
    const fitting = (code: string | null | undefined) => (code && may?.includes(code) !== false ? code : null);
    if (named?.isDefault === false && fitting(named.code) === null) {
      const message = `'${may?.[0] ?? ''}' is not '${named.code.slice(0, 50)}', the currency of the row.`;
      addFault(draft, { name, message, code: 'wrong_unit' });
    }
    const code = fitting(named?.code) ?? fitting(given.currency) ?? may?.[0] ?? given.fallbackCurrency;
    if (code !== null) draft.fields[name] = { amount, currency: code };
    else addLoss(draft, name, `${amount} has no currency and was left out: name it with \`currency\`.`);
  }
}

function dropInvalid(draft: RowDraft): void {
  for (const [name, value] of Object.entries(draft.fields)) {
    const field = draft.node.field(name);
    if (value === null || !field || field.required || FIELD_CELLS[field.type].dispensable !== true) continue;
    const [fault] = validate(field.schema, value, '');
    if (!fault) continue;
    delete draft.fields[name];
    addLoss(draft, name, `'${String(value as string).slice(0, 100)}' ${fault.message} It was left out.`);
  }
}

function applyFallbacks(draft: RowDraft): void {
  for (const [name, others] of Object.entries(draft.node.importing.fallbacks ?? {})) {
    if (isPresent(draft, name)) continue;
    const other = others.find((one) => typeof draft.fields[one] === 'string' && draft.fields[one] !== '');
    const { maxLength = Infinity } = (draft.node.field(name)?.schema ?? {}) as { readonly maxLength?: number };
    if (other === undefined) continue;
    draft.fallbacks.set(name, draft.fields[name]);
    draft.fields[name] = [...String(draft.fields[other] as string).replaceAll(/\s+/g, ' ')]
      .slice(0, maxLength)
      .join('');
  }
}
