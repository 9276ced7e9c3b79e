export { describeModule } from './describe-module.js';
export {
  hasInstalledModules,
  type InstalledArchive,
  type InstalledModule,
  readArchives,
  readInstalled,
} from './installed/installed-module.js';
export { openRunningSet, type RunningSet } from './installed/running-set.js';
export { type StagedModule, stageModule, stageRemoval } from './installed/stage.js';
export {
  type ForeignModule,
  type LeftOutModule,
  type LoadedModules,
  type LoadOptions,
  loadModules,
  loadPinned,
  type PinnedModules,
} from './load-modules.js';
export { expandSpecifiers, originOf } from './locate-module.js';
export { faultText, ModuleFaultError, type ModuleOrigin } from './module-fault.js';
export { integrityOf, type ModuleArchive, readModuleArchive } from './unpack-archive.js';
