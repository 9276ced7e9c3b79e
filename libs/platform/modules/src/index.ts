export { type LeftOutModule, type LoadedModules, loadModules } from './load-modules.js';
export { faultText, ModuleFaultError } from './module-fault.js';
