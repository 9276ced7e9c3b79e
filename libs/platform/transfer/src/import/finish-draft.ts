import { validate } from '@cubit/core';
import { addFault, addNested, addWarning, type RowDraft } from './row-draft.js';
import { serialsOf } from './serial-list.js';
import type { RowTargets } from './row-targets.js';

type Currencies = Pick<RowTargets, 'currency' | 'fallbackCurrency'>;

/** Types of which a value that does not fit is left out with a warning rather than refusing the row. */
const DISPENSABLE = new Set(['url', 'email', 'date', 'datetime', 'text']);

/** Completes a draft once all of its cells are read: amounts get their currency, details are counted out, fallbacks apply. */
export function finishDraft(draft: RowDraft, targets: Currencies): void {
  if (draft.isEmpty) return;
  copyValues(draft);
  for (const drafts of draft.nested.values()) for (const one of drafts) finishDraft(one, targets);
  if (!draft.node.lenient) return;
  dropIncompleteDetails(draft);
  expandDetails(draft);
  setAmounts(draft, targets);
  copyCurrencies(draft);
  dropInvalid(draft);
  applyFallbacks(draft);
}

/** Details without the values that they need are left out; those with some of them are reported. */
function dropIncompleteDetails(draft: RowDraft): void {
  for (const [name, drafts] of draft.nested) {
    const detail = draft.node.detail(name);
    if (!detail) continue;
    const has = (one: RowDraft) => (field: string) => isPresent(one, field) && one.fields[field] !== 0;
    const complete = drafts.filter((one) => detail.needs.some((fields) => fields.every(has(one))));
    const partial = drafts.find((one) => !complete.includes(one) && detail.needs.flat().some(has(one)));
    if (partial) addWarning(draft, name, `was left out: it needs ${(detail.needs[0] ?? []).join(' and ')}.`);
    if (complete.length > 0) draft.nested.set(name, complete);
    else draft.nested.delete(name);
  }
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

function setAmounts(draft: RowDraft, given: Currencies): void {
  for (const [name, { amount, currency, usual }] of draft.amounts) {
    const code = currency ?? draft.currencies.get(name) ?? given.currency ?? usual ?? given.fallbackCurrency;
    if (code !== null) draft.fields[name] = { amount, currency: code };
    else addWarning(draft, name, `${amount} has no currency and was left out: name it with \`currency\`.`);
  }
}

function dropInvalid(draft: RowDraft): void {
  for (const [name, value] of Object.entries(draft.fields)) {
    const field = draft.node.field(name);
    if (value === null || !field || field.required || !DISPENSABLE.has(field.type)) continue;
    const [fault] = validate(field.schema, value, '');
    if (!fault) continue;
    delete draft.fields[name];
    addWarning(draft, name, `'${String(value as string).slice(0, 100)}' ${fault.message} It was left out.`);
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
