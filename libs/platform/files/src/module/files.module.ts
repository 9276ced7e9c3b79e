import { defineModule } from '@cubit/core';
import { fileUploaded } from './events.js';

/** Declares the events of files, so that wires can react to them. */
export const filesModule = defineModule({
  name: 'files',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Files',
  description: 'Files of the workspace and of its records.',
  always: true,
  events: [fileUploaded],
});
