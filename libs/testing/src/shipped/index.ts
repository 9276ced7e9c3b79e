// Also here, so that specs of the shipped program need not load the sources of the product.
export { endedJob } from '../ended-job.js';
export { startReceiver, type Receiver } from '../loopback/receiver.js';
export { until } from '../until.js';
export { layOutImage } from './image-files.js';
export {
  type EndedCommand,
  runShippedCommand,
  SHIPPED_PROGRAM,
  startProgram,
  type Program,
  type ProgramOptions,
} from './program.js';
export { createEmptyDatabase, type ShippedDatabase } from './shipped-database.js';
export { startShippedServer, type ShippedOptions, type ShippedServer } from './shipped-server.js';
