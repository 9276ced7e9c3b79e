import { fieldTypeOf, typeHolds } from '@cubit/web-contract';
import type { ModuleDefinition } from '../contract/module.js';

interface Node {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** What people would see under a title derived from its name: fields, inputs and settings without a title, and the members of their shapes. */
export function untitledIn({ kinds = [], actions = [], settings }: ModuleDefinition): string[] {
  return [
    ...kinds.flatMap(({ id, fields }) => untitled(`kind '${id}'`, fields as Node)),
    ...actions.flatMap(({ id, input }) => untitled(`action '${id}'`, input as Node)),
    ...(settings ? untitled('the settings', settings as Node) : []),
  ];
}

function untitled(owner: string, node: Node): string[] {
  // Their members have a widget of their own, so nobody sees their names.
  if (typeHolds(fieldTypeOf(node), 'money', 'record_of_any_kind')) return [];
  const { properties = {}, items, anyOf = [] } = node;
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.title === undefined ? [`'${name}' of ${owner}`] : []),
      ...untitled(`'${name}' of ${owner}`, member),
    ]),
    ...[...(items ? [items] : []), ...anyOf].flatMap((part) => untitled(owner, part)),
  ];
}
