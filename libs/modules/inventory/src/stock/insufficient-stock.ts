import { type CubitError, errorOf } from '@cubit/core';
import { type ExactQuantity, mostOf } from '@cubit/decimal';
import type { Part } from '../part/part.fields.js';
import { shownOfPart, unitOf } from '../part/unit.js';

interface Shortage {
  readonly part: Part;
  readonly found: ExactQuantity;
  /** Absent if no quantity was requested. */
  readonly requested?: ExactQuantity | undefined;
  readonly path: string;
}

export function insufficientStock({ part, found, requested, path }: Shortage): CubitError {
  const unit = unitOf(part);
  const { reserved } = part.fields;
  const kept = reserved > 0 ? ` (${reserved} ${unit} are reserved)` : '';
  const wanted = requested === undefined ? '' : `, ${shownOfPart(part, requested)} ${unit} were requested`;
  const message = `${shownOfPart(part, mostOf(0n, found))} ${unit} of '${part.title}' are available${kept}${wanted}.`;
  return errorOf('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
}
