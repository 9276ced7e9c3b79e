import { fieldTypeOf, typeHoldsOne } from '@cubit/web-contract';
import type { AnyKind } from '../contract/module.js';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const MEMBERS = [
  'id',
  'kind',
  'title',
  'fields',
  'tags',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'deleted_at',
];

/** Faults of the declared children of a kind. */
export function checkChildren(kind: AnyKind, kinds: ReadonlyMap<string, AnyKind>): string[] {
  const { id, children = [] } = kind;
  const names = children.map(({ name }) => name);
  return children.flatMap(({ name, kind: childId, by }, index) => {
    const what = `Kind '${id}' has children '${name}'`;
    const child = kinds.get(childId);
    const field = child?.fields.properties[by] as { readonly 'x-kind'?: string } | undefined;
    const isOwn = childId.split(':')[0] === id.split(':')[0];
    return [
      ...(NAME.test(name) && !MEMBERS.includes(name) && !Object.hasOwn(kind.fields.properties, name)
        ? []
        : [`${what}, a name of a field, of a member of every record, or not in lower case; name them differently.`]),
      ...(names.indexOf(name) === index ? [] : [`${what} twice; rename one.`]),
      ...(child && isOwn ? [] : [`${what} of kind '${childId}', which is not a kind of its module; name one that is.`]),
      ...(!child || (typeHoldsOne(fieldTypeOf(field), 'record') && field?.['x-kind'] === id)
        ? []
        : [`${what} by '${by}', which is not a reference from '${childId}' to '${id}'; name one that is.`]),
    ];
  });
}
