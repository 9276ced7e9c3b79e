import { fail, type CubitError } from '@cubit/core';
import type { Part } from '../part/part.kind.js';
import { unitOf } from '../part/unit.js';

interface Shortage {
  readonly part: Part;
  readonly found: number;
  readonly asked: number;
  readonly path: string;
}

export function insufficientStock({ part, found, asked, path }: Shortage): CubitError {
  const unit = unitOf(part);
  const { reserved } = part.fields;
  const kept = reserved > 0 ? ` (${reserved} ${unit} are reserved)` : '';
  const message = `${found} ${unit} of '${part.title}' can be taken${kept}, ${asked} ${unit} were asked for.`;
  return fail('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
}
