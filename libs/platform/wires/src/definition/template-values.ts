import { pointer, type CelType, type CheckedCel, type CheckedCelTemplate } from '@cubit/core';

/** A member of an input that an expression makes, whole or in part. */
export interface TemplateValue {
  readonly path: string;
  readonly type: CelType;
  readonly expressions: readonly CheckedCel[];
}

/** Every member of the input that is not written out, by JSON Pointers that start with `prefix`. */
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
