import type { CelMacroName } from './cel-node.js';
import type { CelDocumentation } from './operation.js';

export interface LanguageForm extends CelDocumentation {
  readonly syntax: string;
}

/** Functions that are not plain operations: their arguments are names, may have any type, or bind a variable. */
export const specialFunctions = {
  has: {
    syntax: 'has(x)',
    summary: 'Whether a field is there. A JSON null counts as not there.',
    example: 'has(due)',
    gives: true,
  },
  default: {
    syntax: 'default(x, fallback)',
    summary: 'The value, or the fallback where it is absent. Both have one type.',
    example: 'default(note, "none")',
    gives: 'none',
  },
  now: {
    syntax: 'now()',
    summary: 'The time of the request, or of the run of a wire; the same throughout the expression.',
    example: 'now() > due',
    gives: true,
  },
  exists: {
    syntax: 'list.exists(t, condition)',
    summary: 'Whether the condition holds for an item. An absent list counts as empty.',
    example: 'tags.exists(t, t.startsWith("sm"))',
    gives: true,
  },
  all: {
    syntax: 'list.all(t, condition)',
    summary: 'Whether it holds for every item. An absent list counts as empty.',
    example: 'tags.all(t, size(t) <= 4)',
    gives: true,
  },
  filter: {
    syntax: 'list.filter(t, condition)',
    summary: 'The items it holds for.',
    example: 'tags.filter(t, t != "smd")',
    gives: ['0603'],
  },
  map: {
    syntax: 'list.map(t, expression)',
    summary: 'The list of what the expression gives for each item.',
    example: 'tags.map(t, upper(t))',
    gives: ['SMD', '0603'],
  },
} as const satisfies Readonly<Record<string, LanguageForm>>;

export type SpecialFunctionName = keyof typeof specialFunctions;

const MACRO_NAMES: readonly string[] = ['exists', 'all', 'filter', 'map'] satisfies CelMacroName[];

export function isSpecialFunction(name: string): name is SpecialFunctionName {
  return Object.hasOwn(specialFunctions, name);
}

export function isMacroName(name: string): name is CelMacroName {
  return MACRO_NAMES.includes(name);
}

/** Functions of CEL that this product does not support. The error says so instead of "unknown". */
export const refusedFunctions: Readonly<Record<string, string>> = {
  matches:
    'matches() is not available: a crafted pattern can run for hours. Use contains(), startsWith() or endsWith().',
  exists_one: 'exists_one() is not available; use size(list.filter(t, ...)) == 1.',
  int: 'int() is not available: there is one type of number. Use number(), floor() or round().',
  uint: 'uint() is not available: there is one type of number. Use number().',
  double: 'double() is not available: there is one type of number. Use number().',
  bytes: 'bytes() is not available.',
  dyn: 'dyn() is not available: values of unknown shape are handled as they are.',
  type: 'type() is not available.',
  bool: 'bool() is not available; compare with "true".',
};

/** Operators that need more than the types of their operands. */
export const operatorForms: readonly LanguageForm[] = [
  { syntax: 'a == b', summary: 'Equal. False where either is absent.', example: 'name == "Resistor"', gives: true },
  { syntax: 'a == null', summary: 'Absent; `!= null` is present.', example: 'note == null', gives: true },
  { syntax: 'a != b', summary: 'Not equal. False where either is absent.', example: 'note != "x"', gives: false },
  {
    syntax: 'a < b',
    summary: 'Less; also `<=`, `>`, `>=`. Texts by code points, times with ISO text too. False where either is absent.',
    example: 'due < "2026-02-15"',
    gives: true,
  },
  { syntax: 'a in list', summary: 'Whether the list holds it.', example: '"smd" in tags', gives: true },
  {
    syntax: 'a && b',
    summary: 'Both. Something absent counts as false.',
    example: 'active && quantity < 5',
    gives: true,
  },
  { syntax: 'a || b', summary: 'Either.', example: 'quantity > 5 || "smd" in tags', gives: true },
  { syntax: '!a', summary: 'Not.', example: '!(note < "x")', gives: true },
  {
    syntax: 'c ? a : b',
    summary: 'One or the other. Both have one type.',
    example: 'quantity < 5 ? "low" : "ok"',
    gives: 'low',
  },
  { syntax: 'a.b', summary: 'A field of an object.', example: 'price.amount > 2', gives: true },
  {
    syntax: 'a[0]',
    summary: 'An item of a list, counted from 0; absent past its end.',
    example: 'tags[1]',
    gives: '0603',
  },
  { syntax: 'a["b"]', summary: 'A key of an object.', example: 'extra["batch"] == 42', gives: true },
  { syntax: '[a, b]', summary: 'A list of one type.', example: 'name in ["Resistor", "Diode"]', gives: true },
];
