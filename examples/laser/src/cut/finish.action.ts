import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { cutFinished, serviceDue } from '../events.ts';
import { machine } from '../machine/machine.kind.ts';
import { settings } from '../settings.ts';
import { cut } from './cut.kind.ts';
import { report } from './report.job.ts';

export const finish = defineAction({
  id: 'laser:finish',
  title: 'Finish cut',
  description: 'Marks a cut as done, and adds its minutes to its machine.',
  appliesTo: [cut],
  input: Type.Object(
    {
      minutes: Field.decimal({
        title: 'Minutes',
        description: 'How long the laser was on.',
        minimum: 0,
        maximum: 10_000,
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ machine_minutes: Field.decimal() }),
  emits: [cutFinished, serviceDue],
  effects: { destructive: false, idempotent: false, readOnly: false },
  settings,
  example: { title: 'Finish a cut of 12 minutes', input: { minutes: 12 } },
  available: ({ fields }) => fields.status === 'open' || notWhile(fields.status),
  ui: { done: '{title} took {input.minutes} minutes', tone: 'primary' },
  async run({ records, emit, enqueue, settings: { service_minutes: limit, report_url } }, target, { minutes }) {
    await records.update(cut, target.id, { status: 'done' });
    emit(cutFinished, { cutId: target.id, cutName: target.title, minutes });
    if (report_url !== '') enqueue(report, { cut: target.id, minutes });
    const [used] = await records.updateEach(machine, [target.fields.machine], ({ fields }) => ({
      minutes: fields.minutes + minutes,
    }));
    const total = used?.fields.minutes ?? 0;
    // Once for each service: by the cut that crosses the limit.
    if (used && total >= limit && total - minutes < limit)
      emit(serviceDue, { machineId: used.id, machineName: used.title });
    return { machine_minutes: total };
  },
});
