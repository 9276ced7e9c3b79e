import { type RawBuilder, sql } from 'kysely';
import { type CelType, isListType, isObjectType } from '../values/cel-type.js';
import { STORED_TIME_PATTERN } from '../values/iso-time.js';
import { DECIMAL_TEXT } from '../values/json-value.js';
import { jsonOfType, type SqlValue, sqlValue } from '../values/sql-value.js';

/** A stored value of `type`, extracted from jsonb if it is stored there. */
export function readSql(stored: SqlValue, type: CelType): SqlValue {
  if (stored.kind !== 'jsonb') return { ...stored, stored: true };
  if (type !== 'number') return readJsonSql(stored.sql, type);
  const text = sql`substring(${jsonOfType(stored.sql, 'string')} #>> '{}' from ${sql.lit(DECIMAL_TEXT)})`;
  return sqlValue('numeric', sql`coalesce(${numberOfJson(stored.sql)}, cast(${text} as numeric))`);
}

/** Reads jsonb as a value of exactly `type`; null for any other type, so that no record can make a statement fail. */
export function readJsonSql(json: RawBuilder<unknown>, type: CelType): SqlValue {
  if (isListType(type) || isObjectType(type)) return sqlValue('jsonb', json);
  switch (type) {
    case 'string':
    case 'duration':
      return sqlValue('text', sql`(${jsonOfType(json, 'string')} #>> '{}')`);
    case 'number':
      return sqlValue('numeric', numberOfJson(json));
    case 'bool':
      return sqlValue('boolean', sql`cast(${jsonOfType(json, 'boolean')} as boolean)`);
    case 'timestamp':
      return sqlValue('numeric', millisecondsOfText(sql`(${jsonOfType(json, 'string')} #>> '{}')`));
    case 'json':
    case 'null':
      return sqlValue('jsonb', sql`nullif(${json}, 'null'::jsonb)`);
  }
}

/** A time as numeric milliseconds, however it is stored. */
export function millisecondsSql(time: SqlValue): RawBuilder<unknown> {
  switch (time.kind) {
    case 'timestamptz':
      return sql`floor(extract(epoch from ${time.sql}) * 1000)`;
    case 'iso-date':
    case 'iso-datetime':
      return millisecondsOfText(time.sql);
    default:
      return time.sql;
  }
}

// The pattern matches only existing days: a cast of 31 February would fail the whole query.
function millisecondsOfText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from cast(substring(${text} from ${sql.lit(STORED_TIME_PATTERN)}) as timestamp)) * 1000)`;
}

function numberOfJson(json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${jsonOfType(json, 'number')} #>> '{}' as numeric)`;
}
