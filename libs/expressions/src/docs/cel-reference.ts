import type { CelObjectType, CelSchema } from '../values/cel-type.js';
import { operatorForms, specialFunctions } from '../language/language-forms.js';
import type { CelDocumentation, CelOperation } from '../language/operation.js';
import { operations } from '../operations/operations.js';

export interface ReferenceRow extends CelDocumentation {
  readonly syntax: string;
  /** Whether filters support it, or only conditions and inputs of wires. */
  readonly inFilters: boolean;
}

/** The record of the examples. */
export const sampleRecord = {
  name: 'Resistor',
  quantity: 3,
  active: true,
  tags: ['smd', '0603'],
  due: '2026-02-01',
  price: { amount: '2.50', currency: 'EUR' },
  extra: { batch: 42 },
  parameters: {
    resistance: { value: '10k', unit: 'ohms', min: 10000, max: 10000, plain: 'ohm' },
    package: { value: '0603' },
  },
  package: '0603',
  place: '0190a6e2-7c1d-7b3a-9f00-000000000002',
} as const;

/** The tree of the places of the examples: the place of the record is below another. */
export const sampleSubtree = new Set(['0190a6e2-7c1d-7b3a-9f00-000000000001', sampleRecord.place]);

const parameter: CelObjectType['object'] = {
  value: { type: 'string' },
  unit: { type: 'string', optional: true },
  min: { type: 'number', optional: true },
  max: { type: 'number', optional: true },
  plain: { type: 'string', optional: true },
};

/** `note` is declared and absent. */
export const sampleSchema: CelSchema = {
  variables: {
    name: { type: 'string' },
    quantity: { type: 'number' },
    active: { type: 'bool' },
    tags: { type: { list: 'string' } },
    due: { type: 'timestamp' },
    price: { type: { object: { amount: { type: 'number' }, currency: { type: 'string' } } } },
    extra: { type: 'json' },
    parameters: { type: { object: {}, others: { type: { object: parameter } } } },
    note: { type: 'string', optional: true },
    package: { type: 'string' },
    place: { type: 'string', refersTo: 'sample:place' },
  },
  trees: new Set(['sample:place']),
  isSearched: true,
};

const IN_MEMORY_ONLY: readonly string[] = ['filter', 'map'];

export const referenceRows: readonly ReferenceRow[] = [
  ...operatorForms.map((form) => ({ ...form, inFilters: true })),
  ...operations.map((operation) => ({
    ...operation.documentation,
    syntax: syntaxOf(operation),
    inFilters: operation.sql !== undefined || operation.result === 'timestamp' || operation.result === 'duration',
  })),
  ...Object.entries(specialFunctions).map(([name, form]) => ({ ...form, inFilters: !IN_MEMORY_ONLY.includes(name) })),
];

/** Texts of the input of a wire, which may have expressions. */
export const templateRows = [
  { template: '${quantity + 1}', gives: 4, summary: 'An expression that is the whole text keeps its type.' },
  { template: 'Low: ${name}${note}', gives: 'Low: Resistor', summary: 'Others become text. An absent value is empty.' },
  { template: 'Replace $${name}', gives: 'Replace ${name}', summary: '`$${` stands for the characters `${`.' },
  { template: '${"$"}${quantity}', gives: '$3', summary: 'A `$` just before an expression is written as one.' },
] as const;

/** The reference of the language as Markdown, generated from the tables of the checker. */
export function celReference(): string {
  const rows = referenceRows.map(({ syntax, summary, example, gives, inFilters }) =>
    [code(syntax), inFilters ? summary : `${summary} Not in filters.`, code(example), code(JSON.stringify(gives))].join(
      ' | ',
    ),
  );
  return [
    '# Expressions',
    '',
    'The examples use this record, which has no field `note`:',
    '',
    '```json',
    JSON.stringify(sampleRecord, null, 2),
    '```',
    '',
    'A function can be called on its first argument: `name.contains("x")` is `contains(name, "x")`.',
    'An operation on an absent value gives an absent value. A comparison with an absent value is false, and a condition that is absent counts as false.',
    '',
    '| Syntax | Meaning | Example | Result |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
    '## Texts',
    '',
    'Texts in the input of a wire may have expressions in `${` and `}`.',
    '',
    '| Text | Meaning | Result |',
    '|---|---|---|',
    ...templateRows.map(
      ({ template, summary, gives }) => `| ${code(template)} | ${summary} | ${code(JSON.stringify(gives))} |`,
    ),
    '',
  ].join('\n');
}

function syntaxOf({ name, aliases, kind, parameters, variadic }: CelOperation): string {
  const names = parameters.map((parameter) => (typeof parameter === 'string' ? parameter : 'list'));
  if (kind === 'infix') return names.join(` ${name} `);
  if (kind === 'prefix') return `${name}${names.join('')}`;
  const also = aliases === undefined ? '' : ` (also ${aliases.join(', ')})`;
  return `${name}(${names.join(', ')}${variadic === true ? ', ...' : ''})${also}`;
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
