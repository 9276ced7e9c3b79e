/** The pages of wires, apart from those of settings: neither loads the other. */
export { EditWirePage, NewWirePage } from './wires/builder/WireBuilder.js';
export { WirePage } from './wires/WirePage.js';
export { WireRunPage } from './wires/WireRunPage.js';
export { WiresPage } from './wires/WiresPage.js';
