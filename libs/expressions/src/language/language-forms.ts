import type { CelMacroName } from './cel-node.js';
import type { CelDocumentation } from './operation.js';

export interface LanguageForm extends CelDocumentation {
  readonly syntax: string;
}

/** Functions that are not plain operations: their arguments are names, may have any type, or bind a variable. */
export const specialFunctions = {
  has: {
    syntax: 'has(x)',
    summary: 'Whether a field is present. A JSON null counts as absent.',
    example: 'has(due)',
    gives: true,
  },
  default: {
    syntax: 'default(x, fallback)',
    summary: 'The value, or the fallback if it is absent. Both have the same type.',
    example: 'default(note, "none")',
    gives: 'none',
  },
  field: {
    syntax: 'field("name")',
    summary: 'The field with this name, which can be a word of the language: `for`, `in`, `package`.',
    example: 'field("package") == "0603"',
    gives: true,
  },
  now: {
    syntax: 'now()',
    summary: 'The time of the request, or of the run of a wire. Every call in an expression returns the same time.',
    example: 'now() > due',
    gives: true,
  },
  param: {
    syntax: 'param("name")',
    summary:
      'A parameter of the record, whatever the case of its name. It is compared with `quantity()`, with a number in the unit without prefix, or, for `==`, `!=` and `in`, with a text. A range compares as some value of it does.',
    example: 'param("Package") == "0603"',
    gives: true,
  },
  quantity: {
    syntax: 'quantity("10k", "ohm")',
    summary:
      'A value with a unit, to compare a parameter with, whatever unit that has; one that was written without a unit counts as a number of this one. The unit can be part of the text, or left out: then the value is in the unit without prefix.',
    example: 'param("resistance") >= quantity("4.7", "kohm")',
    gives: true,
  },
  within: {
    syntax: 'within(x, id)',
    summary:
      'Whether a reference names the record with this id, or one below it, in a tree: locations, categories, tasks. `x.above == id` is the same.',
    example: 'within(place, "0190a6e2-7c1d-7b3a-9f00-000000000001")',
    gives: true,
  },
  search: {
    syntax: 'search("words")',
    summary:
      'Whether the search of the workspace finds the record by these words, in filters of lists. Similarly spelt words are not found.',
    example: 'search("0603 resis")',
    gives: true,
  },
  exists: {
    syntax: 'list.exists(t, condition)',
    summary: 'Whether the condition is true for at least one item. An absent list counts as empty.',
    example: 'tags.exists(t, t.startsWith("sm"))',
    gives: true,
  },
  all: {
    syntax: 'list.all(t, condition)',
    summary: 'Whether the condition is true for every item. An absent list counts as empty.',
    example: 'tags.all(t, size(t) <= 4)',
    gives: true,
  },
  filter: {
    syntax: 'list.filter(t, condition)',
    summary: 'The items for which the condition is true.',
    example: 'tags.filter(t, t != "smd")',
    gives: ['0603'],
  },
  map: {
    syntax: 'list.map(t, expression)',
    summary: 'The list of results of the expression for each item.',
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

/** Functions of CEL that this product does not support. The error gives this reason instead of "unknown". */
export const refusedFunctions: Readonly<Record<string, string>> = {
  matches:
    'matches() is not available: a crafted pattern can run for hours. Use contains(), startsWith() or endsWith().',
  exists_one: 'exists_one() is not available; use size(list.filter(t, ...)) == 1.',
  int: 'int() is not available: there is one type of number. Use number(), floor() or round().',
  uint: 'uint() is not available: there is one type of number. Use number().',
  double: 'double() is not available: there is one type of number. Use number().',
  bytes: 'bytes() is not available.',
  dyn: 'dyn() is not available: values of unknown shape are converted as needed.',
  type: 'type() is not available.',
  bool: 'bool() is not available; compare with "true".',
};

/** Operators that need more than the types of their operands. */
export const operatorForms: readonly LanguageForm[] = [
  { syntax: 'a == b', summary: 'Equal. False if either value is absent.', example: 'name == "Resistor"', gives: true },
  { syntax: 'a == null', summary: 'Absent. `!= null` means present.', example: 'note == null', gives: true },
  { syntax: 'a != b', summary: 'Not equal. False if either value is absent.', example: 'note != "x"', gives: false },
  {
    syntax: 'a < b',
    summary:
      'Less than; also `<=`, `>`, `>=`. Texts are compared by code points; a time can be compared with ISO text. False if either value is absent.',
    example: 'due < "2026-02-15"',
    gives: true,
  },
  { syntax: 'a in list', summary: 'Whether the list contains the value.', example: '"smd" in tags', gives: true },
  {
    syntax: 'a && b',
    summary: 'Both are true. An absent value counts as false.',
    example: 'active && quantity < 5',
    gives: true,
  },
  { syntax: 'a || b', summary: 'At least one is true.', example: 'quantity > 5 || "smd" in tags', gives: true },
  { syntax: '!a', summary: 'Negation.', example: '!(note < "x")', gives: true },
  {
    syntax: 'c ? a : b',
    summary: '`a` if the condition is true, otherwise `b`. Both have the same type.',
    example: 'quantity < 5 ? "low" : "ok"',
    gives: 'low',
  },
  { syntax: 'a.b', summary: 'A field of an object.', example: 'price.amount > 2', gives: true },
  {
    syntax: 'a[0]',
    summary: 'An item of a list, counted from 0; absent beyond the end.',
    example: 'tags[1]',
    gives: '0603',
  },
  { syntax: 'a["b"]', summary: 'A key of an object.', example: 'extra["batch"] == 42', gives: true },
  { syntax: '[a, b]', summary: 'A list of values of one type.', example: 'name in ["Resistor", "Diode"]', gives: true },
];
