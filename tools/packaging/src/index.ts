export { packPackages, type PackOptions } from './pack-packages.js';
