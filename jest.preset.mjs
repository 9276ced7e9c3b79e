import { fileURLToPath } from 'node:url';
import { bundlesFor } from './libs/testing/jest/bundles.mjs';

const testing = (file) => fileURLToPath(new URL(`libs/testing/jest/${file}`, import.meta.url));

/** What every project's jest configuration starts from: pure ESM, TypeScript through swc, libraries from source, a PostgreSQL. */
export const preset = {
  globalSetup: testing('global-setup.mjs'),
  globalTeardown: testing('global-teardown.mjs'),
  testEnvironment: testing('leak-guarded-environment.mjs'),
  testEnvironmentOptions: { customExportConditions: ['@cubit/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  testTimeout: 120_000,
};

/** The preset for the package of a configuration (`import.meta.url`): packages below it are bundles. */
export async function presetOf(configuration) {
  const bundles = await bundlesFor(fileURLToPath(new URL('.', configuration)));
  return { ...preset, moduleNameMapper: { ...preset.moduleNameMapper, ...bundles } };
}
