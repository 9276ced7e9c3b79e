import { fileURLToPath } from 'node:url';

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
