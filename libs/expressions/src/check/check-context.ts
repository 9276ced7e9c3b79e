import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelNode } from '../language/cel-node.js';
import type { CelField, CelSchema } from '../values/cel-type.js';

export interface CheckContext {
  readonly schema: CelSchema;
  /** The variable of the enclosing macro, if any. */
  readonly element?: { readonly name: string; readonly field: CelField };
  /** Checks a part of the expression. Passed on, so that the rules can be in separate files. */
  readonly check: (node: ASTNode, context: CheckContext) => CelNode;
}
