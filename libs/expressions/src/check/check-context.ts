import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelNode } from '../language/cel-node.js';
import type { CelField, CelSchema } from '../values/cel-type.js';

export interface CheckContext {
  readonly schema: CelSchema;
  /** The variable of the macro around the expression, if there is one. */
  readonly element?: { readonly name: string; readonly field: CelField };
  /** Checks a part; handed down so that the rules can live in files of their own. */
  readonly check: (node: ASTNode, context: CheckContext) => CelNode;
}
