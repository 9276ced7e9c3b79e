import { sql } from 'kysely';
import { type CelType, isListType, isObjectType } from '../values/cel-type.js';
import { type Decimal, decimalToText } from '@cubit/decimal';
import { writeJson } from '../values/json-value.js';
import { jsonSql, numericSql, type SqlValue, sqlValue, textSql } from '../values/sql-value.js';

/** A value that was computed in memory, as a parameter. Times and durations are milliseconds. */
export function constantSql(value: unknown, type: CelType): SqlValue {
  if (value === undefined) return absentSql(type);
  if (isListType(type) || isObjectType(type)) return sqlValue('jsonb', jsonSql(writeJson(value, type)));
  switch (type) {
    case 'string':
      return sqlValue('text', textSql(value as string));
    case 'bool':
      return sqlValue('boolean', value === true ? sql`true` : sql`false`);
    case 'number':
    case 'timestamp':
    case 'duration':
      return sqlValue('numeric', numericSql(decimalToText(value as Decimal)));
    case 'json':
    case 'null':
      return sqlValue('jsonb', jsonSql(value));
  }
}

function absentSql(type: CelType): SqlValue {
  switch (type) {
    case 'string':
      return sqlValue('text', sql`cast(null as text)`);
    case 'bool':
      return sqlValue('boolean', sql`cast(null as boolean)`);
    case 'number':
    case 'timestamp':
    case 'duration':
      return sqlValue('numeric', sql`cast(null as numeric)`);
    default:
      return sqlValue('jsonb', sql`cast(null as jsonb)`);
  }
}
