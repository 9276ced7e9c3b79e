/** The specs that follow from the declarations of a module, whatever serves it: what the published package of this library declares. */
export { declareSweep, openExamples } from './declare-sweep.js';
export type {
  SweepFields,
  SweepOptions,
  SweepRunner,
  SweepSetup,
  SweptRecord,
  SweptServer,
  SweptTarget,
} from './sweep-options.js';
