import type { ActionAnswer, UiAction, UiKind } from '@cubit/web-client';
import { typeHoldsOne } from '@cubit/web-contract';
import { formatDecimal } from '@cubit/web-kit';
import { valueText, valueTitle } from '../cells/value-text.js';
import { unitOf } from '../forms/controls/unit.js';
import { fieldOfSchema } from '../forms/model/form-field.js';
import { fillWords } from './done-words.js';
import type { Done } from './use-changes.js';

export interface ActionRun {
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: Pick<ActionAnswer, 'result' | 'record'>;
  /** Title of the record. */
  readonly title: string | undefined;
  readonly kind: UiKind | undefined;
  /** What it ran on, where that is no one record: `3 parts`. */
  readonly about?: string | undefined;
}

/** What a run of an action did, in the words of its hint: what happened, and what is so now. */
export function doneText(action: UiAction, run: ActionRun): Pick<Done, 'text' | 'rest'> {
  const named = namedBy(run);
  const words = fillWords(hintedWords(action, run), (name) => wordsOf(name, action, run));
  return words ?? { text: named === undefined ? `Done: ${action.title}` : `${action.title}: ${named}` };
}

function hintedWords({ ui: { done = '', doneFor } }: UiAction, { answer }: ActionRun): string {
  const result = (answer.result as Readonly<Record<string, unknown>> | null)?.[doneFor?.result ?? ''];
  return doneFor?.words[String(result)] ?? done;
}

const NO_ANSWER = { answer: { result: null, record: null }, title: undefined, kind: undefined } as const;

/** What an action did to several records (`3 parts`), of which each has a result of its own. */
export function doneOfMany(
  action: UiAction,
  { input, records }: Pick<ActionRun, 'input'> & { readonly records: string },
): string {
  const { done = '' } = action.ui;
  const words = done.includes('{title}') ? done.replace('of {title}', 'of each of {title}') : undefined;
  return doneText({ ...action, ui: { ...action.ui, done: words } }, { ...NO_ANSWER, input, about: records }).text;
}

/** What an action ran on. */
const namedBy = ({ title, about }: ActionRun) => (title === undefined ? about : `“${title}”`);

function wordsOf(name: string, action: UiAction, run: ActionRun): string {
  const { input, answer, kind } = run;
  if (name === 'title') return namedBy(run) ?? '';
  const [source, member = ''] = name.split('.');
  const fields = { ...answer.record?.fields, ...(source === 'input' && input) };
  if (source === 'result') {
    const value = (answer.result as Readonly<Record<string, unknown>> | null)?.[member];
    return typeof value === 'number' ? formatDecimal(value) : '';
  }
  if (source === 'input') {
    const schema = action.input.properties?.[member];
    if (!schema || input[member] === undefined) return '';
    const field = fieldOfSchema(member, schema, false);
    return withUnit(valueText(field, input[member]), unitOf(field, fields));
  }
  const field = kind?.fields.find((each) => each.name === member);
  if (!kind || !field || answer.record === null) return '';
  const value = answer.record.fields[member];
  const isOption = typeHoldsOne(field.type, 'option') && typeof value === 'string';
  return isOption ? valueTitle(kind, field, value) : withUnit(valueText(field, value), unitOf(field, fields));
}

const withUnit = (text: string, unit: string | undefined) =>
  text === '' || unit === undefined ? text : `${text} ${unit}`;
