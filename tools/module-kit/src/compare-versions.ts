import type { ModuleDescription, ObjectSchema, Schema } from './project.js';

export type Bump = 'major' | 'minor' | 'patch';

export interface Change {
  readonly bump: Bump;
  /** What changed, by its name. */
  readonly what: string;
}

const ORDER: readonly Bump[] = ['patch', 'minor', 'major'];

export function leastBump(changes: readonly Change[]): Bump {
  return changes.reduce<Bump>((most, { bump }) => (ORDER.indexOf(bump) > ORDER.indexOf(most) ? bump : most), 'patch');
}

/** What differs between the manifests of two versions. Removal and narrowing is major, addition is minor. */
export function changesBetween(earlier: ModuleDescription, later: ModuleDescription): readonly Change[] {
  return [
    ...listed('kind', [earlier.kinds, later.kinds], ({ id }) => id),
    ...paired([earlier.kinds, later.kinds], ({ id }) => id).flatMap(([before, after]) =>
      members(`field of kind '${before.id}'`, before.fields, after.fields),
    ),
    ...listed('action', [earlier.actions, later.actions], ({ id }) => id),
    ...paired([earlier.actions, later.actions], ({ id }) => id).flatMap(([before, after]) => [
      ...members(`input of action '${before.id}'`, before.input, after.input),
      ...listed(`event emitted by action '${before.id}'`, [before.emits, after.emits], (name) => name),
    ]),
    ...listed('event', [earlier.events, later.events], ({ name }) => name),
    ...paired([earlier.events, later.events], ({ name }) => name).flatMap(([before, after]) =>
      payload(`payload of event '${before.name}'`, before.payload, after.payload),
    ),
    ...listed('job', [earlier.jobs, later.jobs], ({ id }) => id),
    // Jobs of the earlier version may wait when the later one starts.
    ...paired([earlier.jobs, later.jobs], ({ id }) => id).flatMap(([before, after]) =>
      members(`input of job '${before.id}'`, before.input, after.input),
    ),
    ...listed('route', [earlier.routes, later.routes], ({ method, path }) => `${method} ${path}`),
    ...listed('error code', [earlier.errors, later.errors], (code) => code),
    ...listed('scope', [earlier.scopes, later.scopes], (id) => id),
    ...later.requires
      .filter((name) => !earlier.requires.includes(name))
      .map((name): Change => ({ bump: 'major', what: `module '${name}' is required now` })),
  ];
}

function listed<Item>(
  what: string,
  [before, after]: readonly [readonly Item[], readonly Item[]],
  key: (item: Item) => string,
) {
  const [old, current] = [new Set(before.map(key)), new Set(after.map(key))];
  const removed = [...old].filter((name) => !current.has(name));
  const added = [...current].filter((name) => !old.has(name));
  return [
    ...removed.map((name): Change => ({ bump: 'major', what: `${what} '${name}' is gone` })),
    ...added.map((name): Change => ({ bump: 'minor', what: `${what} '${name}' is new` })),
  ];
}

function paired<Item>([before, after]: readonly [readonly Item[], readonly Item[]], key: (item: Item) => string) {
  return before.flatMap((item): [Item, Item][] => {
    const other = after.find((candidate) => key(candidate) === key(item));
    return other ? [[item, other]] : [];
  });
}

/** What clients send: what was accepted must stay accepted. */
function members(where: string, before: ObjectSchema, after: ObjectSchema): readonly Change[] {
  const [old, current] = [before.properties ?? {}, after.properties ?? {}];
  const wasRequired = new Set(before.required);
  const changes = Object.entries(old).flatMap(([name, schema]): Change[] => {
    const next = current[name];
    if (!next) return [{ bump: 'major', what: `${where}: '${name}' is gone` }];
    return narrowed(`${where}: '${name}'`, schema, next);
  });
  for (const [name, schema] of Object.entries(current)) {
    const isNeeded = after.required?.includes(name) && schema.default === undefined && !schema.readOnly;
    if (!(name in old)) changes.push({ bump: isNeeded ? 'major' : 'minor', what: `${where}: '${name}' is new` });
    else if (isNeeded && !wasRequired.has(name))
      changes.push({ bump: 'major', what: `${where}: '${name}' is required now` });
  }
  return changes;
}

/** What clients receive: what was there must stay there. */
function payload(where: string, before: ObjectSchema, after: ObjectSchema): readonly Change[] {
  return listed(where, [Object.keys(before.properties ?? {}), Object.keys(after.properties ?? {})], (name) => name);
}

const LOWER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;
const RAISED = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;

function narrowed(where: string, before: Schema, after: Schema): Change[] {
  const [old, current] = [before, after] as unknown as readonly Readonly<Record<string, unknown>>[];
  const major = (what: string): Change => ({ bump: 'major', what: `${where} ${what}` });
  if (!old || !current) return [];
  if (old['type'] !== current['type'] || old['x-type'] !== current['x-type']) return [major('has another type')];
  const changes: Change[] = [];
  for (const value of before.enum ?? [])
    if (after.enum && !after.enum.includes(value)) changes.push(major(`no longer takes '${String(value)}'`));
  const limits = (name: string) =>
    [old[name], current[name]].map((limit) => (typeof limit === 'number' ? limit : undefined));
  for (const name of LOWER) {
    const [was = Infinity, is = Infinity] = limits(name);
    if (is < was) changes.push(major(`has a lower ${name}`));
  }
  for (const name of RAISED) {
    const [was = -Infinity, is = -Infinity] = limits(name);
    if (is > was) changes.push(major(`has a higher ${name}`));
  }
  for (const name of ['pattern', 'format'])
    if (current[name] !== undefined && current[name] !== old[name]) changes.push(major(`has another ${name}`));
  return changes;
}
