import { Field } from '@cubit/core';
import { Type } from 'typebox';
import { JOB_STATUSES } from '../job/job-status.js';

/** Input of actions that send commands to the device of a machine. */
export const byHandInput = {
  by_hand: Type.Optional(
    Field.boolean({
      title: 'Done by hand',
      default: false,
      description: 'Only sets the status: no command is sent to the device of the machine.',
    }),
  ),
};

/** Result of actions that send commands: the present status of the job, and the command if one was sent. */
export const commandOutput = {
  status: Type.Unsafe<string>({ type: 'string', enum: JOB_STATUSES }),
  command: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Id of the command that was sent to the machine. The job changes when the machine has executed it.',
    }),
  ),
};
