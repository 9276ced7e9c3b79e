import { Type } from 'typebox';
import type { SourceSettings } from '../source/read-source.js';
import { type ColumnChoice, ColumnChoices } from './column-choices.js';
import { namesIn } from './detect-source.js';
import { fieldOfColumn, type ImportNode } from './import-node.js';
import { planned, type PlanOptions } from './plan-import.js';
import { kindOfFormat } from './kind-of-format.js';
import { offeredTargets, targetSchema } from './offered-targets.js';
import { proposeKey, proposeMapping } from './propose-mapping.js';
import { type Reading, READINGS } from './reading.js';
import type { Mapping } from './row-targets.js';

const choiceSchema = Type.Object({
  parameter: Type.Unsafe<ColumnChoice['parameter']>({
    type: 'string',
    enum: ['decimal', 'dates'],
    description: 'The parameter that decides it otherwise.',
  }),
  value: Type.Union([Type.String(), Type.Null()], {
    description: 'As its parameter, or `mixed` for a column with both. Null: the column fits several readings.',
  }),
  readings: Type.Array(
    Type.Object({
      value: Type.String({ description: 'Of the parameter.' }),
      first: Type.String({ description: 'The first value that is another one in another reading.' }),
      row: Type.Integer(),
    }),
    { description: 'Of a column that fits several.' },
  ),
});

export const previewSchema = Type.Object(
  {
    format: Type.String({ examples: ['csv'] }),
    encoding: Type.String({ examples: ['utf-8'] }),
    separator: Type.Union([Type.String(), Type.Null()]),
    reading: Type.Unsafe<Reading>({
      type: 'string',
      enum: [...READINGS],
      description:
        'Whether the file is read as one that an export of the kind wrote; see the parameter of the same name.',
    }),
    reader: Type.Union([Type.String(), Type.Null()], {
      description: 'The known format of another program, whose rows are read as `columns` shows; null: none.',
    }),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        field: Type.Union([Type.String(), Type.Null()], {
          description: 'The proposed target; null: the column is ignored.',
        }),
        samples: Type.Array(Type.String(), { description: 'The first few values.' }),
        choice: Type.Union([choiceSchema, Type.Null()], {
          description: 'How the numbers or dates of the column are read, as far as the beginning of the file tells.',
        }),
      }),
    ),
    mapping: Type.Unsafe<Mapping>({ type: 'object', description: 'The proposal, in the format of `mapping`.' }),
    targets: Type.Array(targetSchema, { description: 'What columns can be mapped to.' }),
    key: Type.Union([Type.String(), Type.Null()], {
      description: 'The proposed `key`, or that of the request; null: rows are not matched by a key.',
    }),
    defaults: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      description: 'Values for rows that have none, by target: of parameters, and what the file itself suggests.',
    }),
    missing: Type.Array(Type.String(), {
      description: 'Fields that a new record must have and that nothing gives a value: the import would be refused.',
    }),
    belongs_to: Type.Union([Type.String(), Type.Null()], {
      description: 'If some are missing: another kind that reads the format of the file, to import it there.',
    }),
  },
  { title: 'ImportPreview', $id: 'ImportPreview' },
);

const SAMPLES = 3;
const SAMPLE_LENGTH = 200;

interface PreviewOptions extends PlanOptions {
  readonly settings: SourceSettings;
}

/** What the beginning of a file tells about its columns, and a proposal for them. */
export function previewOf(node: ImportNode, options: PreviewOptions) {
  const { head, settings, given, query } = options;
  const { samples, reader } = head;
  const names = namesIn(head);
  const proposal = proposalFor(node, { head, given });
  const mapping = Object.fromEntries([...proposal].filter(([, field]) => field !== null));
  const { defaults, missing } = planned(node, { ...options, mapping: reader ? given : (given ?? mapping) });
  const choices = choicesOf(node, proposal, options);
  return {
    format: settings.format,
    encoding: settings.encoding,
    separator: settings.format === 'csv' ? settings.separator : null,
    reading: node.reading,
    reader: reader?.name ?? null,
    columns: names.map((name) => ({
      name,
      field: proposal.get(name) ?? null,
      samples: samples.slice(0, SAMPLES).map((sample) => (sample[name] ?? '').slice(0, SAMPLE_LENGTH)),
      choice: choices.get(name) ?? null,
    })),
    mapping,
    targets: offeredTargets(node, proposal.values()),
    key: query.key ?? proposeKey(node, proposal, samples),
    defaults,
    missing,
    belongs_to:
      missing.length === 0 ? null : (kindOfFormat(node, { head, kinds: options.kinds.values() })?.kind.id ?? null),
  };
}

/** The target of each column: that of the request, else a proposal. */
function proposalFor(
  node: ImportNode,
  { head, given }: Pick<PreviewOptions, 'head' | 'given'>,
): ReadonlyMap<string, string | null> {
  const names = namesIn(head);
  if (given && !head.reader) return new Map(names.map((name) => [name, given[name] ?? null]));
  if (!head.reader) return proposeMapping(node, names, head.samples);
  return new Map(
    names.map((name) => {
      const own = (node.column(name) ?? node.detail(name)) ? name : null;
      return [name, given && Object.hasOwn(given, name) ? (given[name] ?? null) : own];
    }),
  );
}

function choicesOf(
  node: ImportNode,
  proposal: ReadonlyMap<string, string | null>,
  { head: { header, samples }, settings, query }: PreviewOptions,
): ReadonlyMap<string, Pick<ColumnChoice, 'parameter' | 'value' | 'readings'>> {
  const isTyped = settings.format === 'xlsx';
  const given = { decimal: query.decimal ?? null, dates: query.dates ?? null };
  const all = new ColumnChoices({ given, isTyped, lenient: node.lenient });
  for (const [name, target] of node.exact ? [] : proposal) {
    const column = target === null ? undefined : node.column(target);
    const field = column && fieldOfColumn(column);
    if (!field || target === null || !isTold(all.parameterOf(field), header !== null)) continue;
    for (const [index, sample] of samples.entries())
      all.see({ name, target, field, row: index + 1, text: (sample[name] ?? '').trim() });
  }
  return new Map(
    all.decide().map(({ column, parameter, value, readings }) => [column, { parameter, value, readings }]),
  );
}

/** Programs write the numbers of JSON with a point. */
function isTold(parameter: ColumnChoice['parameter'] | null, isTable: boolean): boolean {
  return parameter === 'dates' || (parameter === 'decimal' && isTable);
}
