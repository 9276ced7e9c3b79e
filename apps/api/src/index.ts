/** What tools need of the program: the product as it is assembled. */
export { BUILT_IN_MODULES } from './built-in-modules.js';
export { type CapabilityOptions, createCapabilities } from './create-capabilities.js';
