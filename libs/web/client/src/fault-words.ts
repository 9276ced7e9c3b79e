import { labelOf, sentence } from '@cubit/web-contract';
import type { Fault } from './api-error.js';

/** Codes whose message repeats the paths of the faults, for programs. */
const OF_FAULTS: ReadonlySet<string> = new Set(['validation_failed', 'invalid_query']);
const SHOWN_FAULTS = 5;

/** What an answer or a job says of an error. */
export interface ErrorParts {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly Fault[];
}

/** Whether the message of an error says no more than its faults do. */
export function saysFaults({ code, message, details = [] }: ErrorParts): boolean {
  return details.length > 0 && (OF_FAULTS.has(code) || details.some((fault) => fault.message === message));
}

/** What is wrong, without the paths of a request. `titleOf`: as for a fault. */
export function errorText(error: ErrorParts, titleOf?: (name: string) => string): string {
  const { code, message, details = [] } = error;
  if (!OF_FAULTS.has(code) || details.length === 0) return message;
  return [...new Set(details.slice(0, SHOWN_FAULTS).map((fault) => faultText(fault, titleOf)))].join(' ');
}

/** A fault with the title of its field; by default one from the name in its path. */
export function faultText({ path, message }: Fault, titleOf: (name: string) => string = labelOf): string {
  const name = path.split(/[/:]/).findLast((part) => part !== '' && !/^\d+$/.test(part));
  return name === undefined ? sentence(message) : `${titleOf(name)}: ${message}`;
}
