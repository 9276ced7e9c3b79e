import { moduleSweep, type SweepFields, type SweepSetup } from '@cubit/testing';
import { digifab } from './digifab.module.js';
import { inventory } from './fixtures/inventory.module.js';

/** A job that prints, on a machine that gets no other job. */
async function printing({ create, run }: SweepSetup) {
  const machine = await create('digifab:machine', { accepting_jobs: false });
  const job = await create('digifab:job');
  await run('digifab:send', job, { machine: machine.id });
  await run('digifab:report', job, { state: 'printing' });
  return job;
}

/** A printing job after a run of an action. */
const after = (action: string, input?: SweepFields) => async (setup: SweepSetup) => {
  const record = await printing(setup);
  await setup.run(action, record, input);
  return { record };
};

const onPrintingJob = async (setup: SweepSetup) => ({ record: await printing(setup) });
const onWaitingJob = async ({ create }: SweepSetup) => ({
  record: await create('digifab:job', { approval: 'waiting' }),
});

moduleSweep(digifab, {
  modules: [inventory],
  // No machine is of this model, so the scheduler leaves the jobs in the queue.
  fields: { 'digifab:job': (index) => ({ title: `Bracket ${index}`, target: { model: 'MK5S' } }) },
  targets: {
    'digifab:approve': onWaitingJob,
    'digifab:reject': onWaitingJob,
    'digifab:send': async ({ create }) => {
      const machine = await create('digifab:machine', { accepting_jobs: false });
      return { record: await create('digifab:job'), input: { machine: machine.id } };
    },
    'digifab:pause': onPrintingJob,
    'digifab:resume': after('digifab:pause'),
    'digifab:confirm': after('digifab:report', { state: 'completed' }),
    'digifab:report_failure_score': onPrintingJob,
    'digifab:dismiss_suspicion': async (setup) => {
      const record = await printing(setup);
      await setup.client.patch(`${setup.path}/modules/digifab`, { settings: { failure_ignore_first_s: 0 } });
      await setup.run('digifab:report_failure_score', record, { score: 0.9, source: 'obico', certain: true });
      return { record };
    },
  },
  emittedBySpecs: [
    'digifab.job.assigned',
    'digifab.print.progressed',
    'digifab.print.failed',
    'digifab.print.scrapped',
    'digifab.certificate.expiring',
    'digifab.machine.online',
    'digifab.machine.offline',
    'digifab.material.low',
    'digifab.maintenance.due',
    'digifab.connection.failed',
    'digifab.run.completed',
  ],
});
