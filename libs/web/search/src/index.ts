export { Palette, type PaletteProps } from './Palette.js';
export { SearchPage } from './SearchPage.js';
