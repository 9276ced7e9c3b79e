export { layOutImage } from './image-files.js';
export { SHIPPED_PROGRAM, startProgram, type Program, type ProgramOptions } from './program.js';
export { startShippedServer, type ShippedOptions, type ShippedServer } from './shipped-server.js';
