import type { ModuleDescription, ObjectSchema } from '../project.js';

/** Kinds, actions, events, jobs and their fields that lack a title or a description. */
export function undescribed({ description, kinds, actions, events, jobs }: ModuleDescription): readonly string[] {
  const lacks = (what: string, has: unknown, member = 'description') =>
    has ? [] : [`${what} has no ${member}: add one.`];
  return [
    ...lacks('The module', description),
    ...kinds.flatMap((kind) => [
      ...lacks(`Kind '${kind.id}'`, kind.description),
      ...untitled(`of kind '${kind.id}'`, kind.fields),
    ]),
    ...actions.flatMap((action) => [
      ...lacks(`Action '${action.id}'`, action.description),
      ...untitled(`of the input of action '${action.id}'`, action.input),
    ]),
    ...events.flatMap((event) => [
      ...lacks(`Event '${event.name}'`, event.description),
      ...untitled(`of the payload of event '${event.name}'`, event.payload),
    ]),
    // Nobody but the module sees the input of a job.
    ...jobs.flatMap((job) => lacks(`Job '${job.id}'`, job.description)),
  ];
}

function untitled(where: string, { properties = {} }: ObjectSchema): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    ['title', 'description'].flatMap((member) =>
      schema[member as 'title'] ? [] : [`Field '${name}' ${where} has no ${member}: add one.`],
    ),
  );
}
