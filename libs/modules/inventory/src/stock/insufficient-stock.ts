import { type CubitError, errorOf } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { unitOf } from '../part/unit.js';

interface Shortage {
  readonly part: Part;
  readonly found: number;
  /** Absent if no quantity was requested. */
  readonly requested?: number | undefined;
  readonly path: string;
}

export function insufficientStock({ part, found, requested, path }: Shortage): CubitError {
  const unit = unitOf(part);
  const { reserved } = part.fields;
  const kept = reserved > 0 ? ` (${reserved} ${unit} are reserved)` : '';
  const wanted = requested === undefined ? '' : `, ${requested} ${unit} were requested`;
  const message = `${found} ${unit} of '${part.title}' are available${kept}${wanted}.`;
  return errorOf('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
}
