import { pointer } from '@cubit/core';
import type { CelType, CheckedCel, CheckedCelTemplate } from '@cubit/expressions';

/** A member of an input that contains an expression. */
export interface TemplateValue {
  readonly path: string;
  readonly type: CelType;
  readonly expressions: readonly CheckedCel[];
}

/** The members of an input that contain expressions. `path` is a JSON Pointer that starts with `prefix`. */
export function templateValues({ root }: CheckedCelTemplate, prefix: string): readonly TemplateValue[] {
  return valuesIn(root, prefix);
}

function valuesIn(node: CheckedCelTemplate['root'], path: string): readonly TemplateValue[] {
  switch (node.kind) {
    case 'fixed':
      return [];
    case 'value':
      return [{ path, type: node.checked.type, expressions: [node.checked] }];
    case 'text':
      return [{ path, type: 'string', expressions: node.parts.filter((part) => typeof part !== 'string') }];
    case 'list':
      return node.items.flatMap((item, index) => valuesIn(item, pointer(path, index)));
    case 'object':
      return node.members.flatMap(([name, member]) => valuesIn(member, pointer(path, name)));
  }
}
