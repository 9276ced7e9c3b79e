import { compact, defineAction, Field, foreignKind, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { input, inputPath, MOVES, output, recordId } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { fileRecord, type PrintFile } from '../file/file.fields.js';
import { jobFields, jobRecord, materialLines, plannedLine, output as outputOf, type Job } from './job.fields.js';
import { target } from './job-target.js';

const MAX_COPIES = 100;
const task = foreignKind('projects:task', Type.Object({ title: Field.text(), status: Field.text() }));
type Task = RecordOf<typeof task>;

const queueInput = input({
  title: Type.Optional(
    Field.text({
      title: 'Title',
      minLength: 1,
      description: 'Default: the title of the job or task, or the name of the file.',
    }),
  ),
  file: Type.Optional(Field.titled('File', recordId('digifab:file', 'For a task: the file to print.'))),
  target: Type.Optional(
    Field.described(
      { title: 'Target', description: 'Machines that may run the jobs. Default: those of the job, else any.' },
      target,
    ),
  ),
  copies: Type.Optional(
    Type.Integer({ title: 'Copies', minimum: 1, maximum: MAX_COPIES, description: 'Number of jobs. Default: 1.' }),
  ),
  materials: Type.Optional(Field.described(jobFields.properties.materials, materialLines)),
  priority: Type.Optional(
    Field.described(jobFields.properties.priority, Type.Integer({ minimum: -1_000, maximum: 1_000 })),
  ),
  not_before: Type.Optional(Field.described(jobFields.properties.not_before, Field.datetime())),
  max_attempts: Type.Optional(
    Field.described(jobFields.properties.max_attempts, Type.Integer({ minimum: 1, maximum: 10 })),
  ),
  output: Type.Optional(Field.described(jobFields.properties.output, outputOf)),
});
type Given = Static<typeof queueInput>;

export const queue = defineAction({
  id: 'digifab:queue',
  title: 'Queue job',
  description:
    'Queues jobs for a file, for a task, or for a repetition of a job. A draft is queued itself. Values that are not given come from the file or the job.',
  appliesTo: [fileRecord, jobRecord, task],
  input: queueInput,
  output: output({ jobs: Type.Array(Type.String({ format: 'uuid' }), { description: 'Ids of the queued jobs.' }) }),
  emits: jobEvents,
  agent: { words: ['print', 'copies', '3D print', 'file', 'twice', 'fabricate', 'laser cut'] },
  effects: MOVES,
  undoneBy: 'digifab:cancel',
  ui: {
    done: 'Queued {title}',
    icon: 'list-checks',
    tone: 'primary',
    key: 'q',
    order: 10,
    // A wire may queue a job for a task that is done.
    visible: { kind: 'projects:task', field: 'status', in: ['backlog', 'todo', 'in_progress'] },
  },
  undo:
    (_context, { kind, fields }) =>
    ({ jobs: [id, ...others] }) =>
      id === undefined || others.length > 0 || (kind === 'digifab:job' && fields.status === 'draft')
        ? null
        : { record: { kind: 'digifab:job', id }, input: { discard: true } },
  example: { title: 'Two copies on an MK4S', input: { copies: 2, target: { model: 'MK4S' } } },
  async run({ records }, record, { copies = 1, ...given }) {
    if (record.kind === 'digifab:job' && record.fields.status === 'draft' && copies === 1) {
      await records.update(jobRecord, record.id, { ...given, status: 'queued' }, { path: inputPath });
      return { jobs: [record.id] };
    }
    const fields = compact({ ...fieldsOf(record), ...compact(given), copies });
    const made = await records.createMany(
      jobRecord,
      Array.from({ length: copies }, () => ({ fields, path: inputPath })),
    );
    return { jobs: made.map(({ id }) => id) };
  },
});

function fieldsOf(
  record: PrintFile | Job | Task,
): Partial<Given> & Partial<Job['fields']> & { readonly title: string } {
  if (record.kind === 'digifab:file') return { title: record.fields.name, file: record.id };
  if (record.kind === 'projects:task') return { title: record.fields.title, task: record.id };
  const { title, file, target: where, priority, max_attempts, materials, est_time_s, output: made } = record.fields;
  const { task: linked, project, build } = record.fields;
  const lines = materials?.filter(({ closed }) => closed !== true).map(plannedLine);
  return compact({
    title,
    file,
    target: where,
    priority,
    max_attempts,
    materials: lines,
    est_time_s,
    output: made,
    task: linked,
    project,
    build,
  }) as ReturnType<typeof fieldsOf>;
}
