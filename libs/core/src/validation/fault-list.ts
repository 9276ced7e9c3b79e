import { Compile } from 'typebox/compile';
import { type ErrorDetail, MAX_DETAILS } from '../errors/cubit-error.js';
import type { Fault } from './fault.js';

type SchemaNode = Readonly<Record<string, unknown>>;

/** Maximum number of steps of one search, more than a body of 1 MiB needs: nested unions could otherwise branch without end. */
const MAX_STEPS = 1_000_000;
/** Keywords that are reported only as valid or invalid, because their faults have no path. */
const VERDICT_KEYWORDS = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  '~refine',
];

/** The faults found so far, without duplicates, and the remaining steps. */
export class FaultList {
  readonly details: ErrorDetail[] = [];
  readonly #root: SchemaNode;
  readonly #steps: { left: number };
  readonly #seen = new Set<string>();

  constructor(root: SchemaNode, steps = { left: MAX_STEPS }) {
    this.#root = root;
    this.#steps = steps;
  }

  get size(): number {
    return this.details.length;
  }

  get full(): boolean {
    return this.details.length >= MAX_DETAILS || this.#steps.left <= 0;
  }

  /** Counts one step; false if none is left. */
  step(): boolean {
    this.#steps.left -= 1;
    return !this.full;
  }

  add(path: string, { code, message }: Fault): void {
    const key = `${code} ${path}`;
    if (this.full || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.details.push({ path, code, message });
  }

  addAll(details: readonly ErrorDetail[]): void {
    for (const { path, ...fault } of details) this.add(path, fault as Fault);
  }

  /** A list for one branch of a union, which shares the remaining steps. */
  attempt(): FaultList {
    return new FaultList(this.#root, this.#steps);
  }

  /** Resolves `$ref` within the schema. */
  resolve(node: SchemaNode): SchemaNode {
    const { $ref, ...beside } = node;
    if (typeof $ref !== 'string') return node;
    const definitions = { ...(this.#root['definitions'] as object), ...(this.#root['$defs'] as object) };
    const name = $ref.replace(/^#\/(?:\$defs|definitions)\//, '');
    const target = $ref === '#' ? this.#root : (definitions as Record<string, SchemaNode>)[name];
    return target ? { ...target, ...beside } : beside;
  }

  /** Whether keywords that this search does not explain refuse the value. */
  failsAlone(schema: SchemaNode, value: unknown): boolean {
    if (!VERDICT_KEYWORDS.some((keyword) => keyword in schema)) return false;
    return !Compile({ ...schema, $defs: this.#root['$defs'] ?? {} } as never).Check(value);
  }
}
