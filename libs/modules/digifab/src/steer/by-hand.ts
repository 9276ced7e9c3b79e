import { Field } from '@cubit/core';
import { Type } from 'typebox';
import { JOB_STATUSES } from '../job/job-status.js';

/** Input of what a machine may be told through its device. */
export const byHand = {
  by_hand: Type.Optional(
    Field.boolean({
      default: false,
      description: 'It is so already, or nobody can be told: nothing goes to the device of the machine.',
    }),
  ),
};

/** What such an action answers: the job as it is now, and the command where one is under way. */
export const steered = {
  status: Type.Unsafe<string>({ type: 'string', enum: JOB_STATUSES }),
  command: Type.Optional(
    Type.String({ format: 'uuid', description: 'Its machine is told; the job follows once the machine has done it.' }),
  ),
};
