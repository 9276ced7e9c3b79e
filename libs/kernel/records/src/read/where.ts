import { sql, type RawBuilder } from 'kysely';
import { type Condition, FIELD_FACTS, typeHolds, type RecordShape, type Scalar } from '@cubit/core/host';
import { FIELD_COLUMNS, keyText } from '@cubit/database';

const BOUNDS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/**
 * Converts conditions of module code to SQL, with the expressions of the indexes. An unknown name is a defect of
 * the module.
 */
export function whereClause(
  shape: RecordShape,
  where: Readonly<Record<string, Condition | undefined>>,
  workspaceId?: string,
): RawBuilder<boolean> {
  const conditions = Object.entries(where).flatMap(([name, condition]) => {
    if (condition === undefined) return [];
    return [namingOneOf({ shape, name, condition, workspaceId }) ?? conditionOn(shape, name, condition)];
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Whether the conditions go by the table of references. */
export function readsReferences(shape: RecordShape, where: Readonly<Record<string, Condition | undefined>>): boolean {
  return Object.entries(where).some(([name, condition]) => condition !== undefined && isReferenceList(shape, name));
}

function isReferenceList(shape: RecordShape, name: string): boolean {
  const type = shape.fields.get(name)?.type;
  return type !== undefined && typeHolds(type, 'record') && FIELD_FACTS[type].many === true;
}

interface Naming {
  readonly shape: RecordShape;
  readonly name: string;
  readonly condition: Condition;
  readonly workspaceId: string | undefined;
}

/**
 * A condition on a list of references, through the mirrored references, whose index leads from target to source.
 * Null for other conditions.
 */
function namingOneOf({ shape, name, condition, workspaceId }: Naming): RawBuilder<unknown> | null {
  if (!isReferenceList(shape, name)) return null;
  if (workspaceId === undefined || condition === null || typeof condition !== 'object' || !('in' in condition))
    throw new TypeError(`Records of '${shape.kind.id}' are found by '${name}' with \`{ in: ids }\` alone.`);
  return sql`id in (select source_id from record_reference where workspace_id = ${workspaceId}
    and target_id = any(${condition.in}::uuid[]) and field = ${name} and source_kind = ${shape.kind.id})`;
}

function conditionOn(shape: RecordShape, name: string, condition: Condition): RawBuilder<unknown> {
  const { expression, cast } = columnOf(shape, name);
  const value = (scalar: Scalar) => sql`${scalar}::${sql.raw(cast)}`;
  if (condition === null) return sql`${expression} is null`;
  if (typeof condition !== 'object') return sql`${expression} = ${value(condition)}`;
  if ('has' in condition) return sql`${expression} @> ${JSON.stringify(condition.has)}::jsonb`;
  if ('in' in condition) return sql`${expression} = any(${condition.in}::${sql.raw(cast)}[])`;
  if ('not' in condition)
    return condition.not === null
      ? sql`${expression} is not null`
      : sql`${expression} is distinct from ${value(condition.not)}`;
  const bounds = Object.entries(condition).flatMap(([bound, scalar]) =>
    scalar === undefined ? [] : [sql`${expression} ${sql.raw(BOUNDS[bound as keyof typeof BOUNDS])} ${value(scalar)}`],
  );
  return sql`(${sql.join(bounds, sql` and `)})`;
}

function columnOf(
  shape: RecordShape,
  name: string,
): { readonly expression: RawBuilder<unknown>; readonly cast: string } {
  if (name === 'id') return { expression: sql.ref('id'), cast: 'uuid' };
  const field = shape.fields.get(name);
  if (!field) throw new TypeError(`Kind '${shape.kind.id}' has no field '${name}' to find records by.`);
  return { expression: sql.raw(keyText(field)), cast: FIELD_COLUMNS[field.type].order ?? 'text' };
}
