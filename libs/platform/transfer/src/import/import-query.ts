import { Type, type TProperties } from 'typebox';
import type { RegisteredKind } from '@cubit/core/host';
import { DATE_ORDERS, type DateOrder } from '../table/foreign-date.js';
import { DECIMAL_MARKS, type DecimalMark } from '../table/foreign-number.js';
import { type Reading, READINGS } from './reading.js';

const fileQuery = {
  encoding: Type.Optional(
    Type.String({
      maxLength: 50,
      description:
        'Of the text: `utf-8`, `windows-1252`, `utf-16le`, ... Default: as `Content-Type` says, else guessed.',
    }),
  ),
  separator: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 3,
      description: 'Separator of the cells of a CSV file: one character, or `tab`. Default: detected.',
    }),
  ),
  decimal: Type.Optional(
    Type.Unsafe<DecimalMark>({
      type: 'string',
      enum: [...DECIMAL_MARKS],
      description:
        'Decimal separator in a table: with `,` a number may be `1234,5` or `1.234,5`. Default: decided for each column by all of its numbers; where they fit both, the import fails with `ambiguous_column`.',
    }),
  ),
  dates: Type.Optional(
    Type.Unsafe<DateOrder>({
      type: 'string',
      enum: [...DATE_ORDERS],
      description:
        'Order of day, month and year in dates such as `09-01-2025`. Dates with dots are day first. Default: decided for each column by all of its dates; where they fit two orders, the import fails with `ambiguous_column`.',
    }),
  ),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The list with the records in a document of JSON or XML, by the names of members: `data.parts`. Default: the only list that it has.',
      examples: ['data.parts'],
    }),
  ),
  reading: Type.Optional(
    Type.Unsafe<Reading>({
      type: 'string',
      enum: [...READINGS],
      description:
        '`exact`: values are as an export writes them, and come back as they were. `foreign`: values are as other programs write them, and are cleaned with warnings. Default: `exact` for a file with ids and only columns that an export has.',
    }),
  ),
};

export interface ImportQuery {
  readonly encoding?: string;
  readonly separator?: string;
  readonly path?: string;
  readonly reading?: Reading;
  readonly mapping?: string;
  readonly decimal?: DecimalMark;
  readonly dates?: DateOrder;
  readonly key?: string;
  readonly source?: string;
  readonly currency?: string;
  readonly create_missing?: string;
  readonly dry_run?: boolean;
}

const importQuery = {
  ...fileQuery,
  mapping: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'JSON: column of the file to field, `id`, `tags`, `<reference>.key`, `<reference>.id` (its id in the other system), `import.id` or a path such as `unit_cost.currency`. `auto` takes the proposal of the preview.',
      examples: ['{"Part name":"name"}'],
    }),
  ),
  key: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The field by which records are found that a row changes, or the column of the file with the ids of the other system, which are remembered. Default: `id`, where the file has one.',
    }),
  ),
  source: Type.Optional(
    Type.String({
      maxLength: 50,
      pattern: '^[A-Za-z0-9._-]+$',
      description: 'Name of the other system. Its ids are kept apart from those of others.',
      examples: ['inventree'],
    }),
  ),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Currency of amounts without one.', examples: ['EUR'] }),
  ),
  create_missing: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Kinds of which records that rows refer to are created if there are none, separated by commas. In a tree the whole path is created.',
      examples: ['category,location,supplier'],
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Runs the whole import and rolls it back. The result tells what it would do.',
    }),
  ),
};

/** The query of the import of a kind, with the parameters that it declares itself. */
export function queryOf({ definition }: RegisteredKind) {
  const own = Object.entries(definition.importing?.parameters ?? {}).map(
    ([name, { description }]) =>
      [name, Type.Optional(Type.String({ minLength: 1, maxLength: 500, description }))] as const,
  );
  return Type.Object({ ...importQuery, ...(Object.fromEntries(own) as TProperties) });
}
