import type { TObject } from 'typebox';
import { errorOf, validate } from '@cubit/core';
import { textReaderOf } from './read-text.js';

export type Params = Readonly<Record<string, string>>;
/** Checks the parameters of a path. */
export type ParamsReader = (params: Params) => Params;

/** A value that cannot identify anything (a malformed UUID, a NUL character) gives `404 not_found`. */
export function paramsReader(schema: TObject | undefined): ParamsReader {
  const readers = Object.entries(schema?.properties ?? {}).map(
    ([name, property]) => [name, textReaderOf(property)] as const,
  );
  const open = schema && { ...schema, additionalProperties: true };
  return (params) => {
    for (const name in params) if (params[name]?.includes('\0')) throw notFoundAtPath();
    if (!open) return params;
    const values: Record<string, unknown> = { ...params };
    for (const [name, read] of readers) if (params[name] !== undefined) values[name] = read(params[name]);
    if (validate(open, values).length > 0) throw notFoundAtPath();
    return values as Params;
  };
}

function notFoundAtPath() {
  return errorOf('not_found', 'No resource exists at this path.');
}
