import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { OUT, ROOT } from './workspace.js';

const run = promisify(execFile);
const EMITTED = `${OUT}/types`;
/** The types of a package must not need those of Node. */
const NODE_NAMES = /['"]node:|types="node"|\bNodeJS\.|[:<|] ?Buffer\b/;
/** Without a library of the browser or Node there is no such type; with one, this adds nothing to it. */
const AMBIENT = '\ndeclare global {\n  interface AbortSignal {}\n}\n';

/** Emits the declarations of the sources, with imports between libraries as relative paths. */
export async function emitTypes(entries: readonly string[]): Promise<void> {
  await rm(EMITTED, { recursive: true, force: true });
  await mkdir(EMITTED, { recursive: true });
  const libraries = librarySources();
  // Libraries that are found in node_modules would not be emitted.
  const paths = Object.fromEntries([...libraries].map(([name, source]) => [name, [ROOT + source]]));
  const options = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    paths,
    rootDir: ROOT,
    outDir: EMITTED,
  };
  const configuration = {
    extends: `${ROOT}tsconfig.base.json`,
    compilerOptions: options,
    files: entries.map((entry) => ROOT + entry),
  };
  await writeFile(`${EMITTED}/tsconfig.json`, JSON.stringify(configuration));
  await run(process.execPath, [COMPILER, '-p', `${EMITTED}/tsconfig.json`], { cwd: ROOT });
  for (const file of globSync('**/*.d.ts', { cwd: EMITTED })) await linkLibraries(`${EMITTED}/${file}`, libraries);
}

/** The compiler that checks the workspace: ten times as fast as the one that API Extractor and the lint use. */
const COMPILER = `${ROOT}tools/checks/node_modules/typescript/bin/tsc`;

/** `@cubit/core/host` to `libs/core/src/host.ts`, of the libraries that packages may have types of. */
function librarySources(): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const path of globSync(['libs/*/package.json', 'libs/web/contract/package.json'], { cwd: ROOT })) {
    const { name, exports = {} } = JSON.parse(readFileSync(ROOT + path, 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    for (const [entry, target] of Object.entries(exports)) {
      const source = typeof target === 'string' ? undefined : target['@cubit/source'];
      if (source) sources.set(name + entry.slice(1), join(dirname(path), source));
    }
  }
  return sources;
}

/** The contract stays an import: a package of its own. */
async function linkLibraries(file: string, libraries: ReadonlyMap<string, string>): Promise<void> {
  const text = await readFile(file, 'utf8');
  const linked = text.replaceAll(/(?<=(?:from |import\()['"])@cubit\/[^'"]+/g, (name) => {
    const source = libraries.get(name);
    if (!source || name === '@cubit/core') return name;
    const path = relative(dirname(file), `${EMITTED}/${source}`).replace(/\.ts$/, '.js');
    return path.startsWith('.') ? path : `./${path}`;
  });
  if (linked !== text) await writeFile(file, linked);
}

/** Puts the types of the contract where the types of other packages import them from, so that they are not copied. */
export async function provideContract(types: string): Promise<void> {
  const folder = `${EMITTED}/node_modules/@cubit/core`;
  await mkdir(folder, { recursive: true });
  await writeFile(
    `${folder}/package.json`,
    JSON.stringify({ name: '@cubit/core', type: 'module', types: './index.d.ts' }),
  );
  await writeFile(`${folder}/index.d.ts`, types);
}

export interface RollUpOptions {
  /** A source file, from the root of the workspace. */
  readonly entry: string;
  readonly packageName: string;
  /** The one file of declarations to write. */
  readonly file: string;
  /** Folder of a report on the public names, compared with the one in the workspace. */
  readonly report?: { readonly folder: string; readonly update: boolean };
}

/** Writes the declarations of an entry into one file. Throws if it refers to Node, or if its report changed. */
export async function rollUpTypes({ entry, packageName, file, report }: RollUpOptions): Promise<void> {
  await writeFile(`${EMITTED}/package.json`, JSON.stringify({ name: packageName, version: '0.0.0', type: 'module' }));
  await mkdir(dirname(file), { recursive: true });
  const configuration = ExtractorConfig.prepare({
    configObject: {
      projectFolder: EMITTED,
      newlineKind: 'lf',
      mainEntryPointFilePath: `${EMITTED}/${entry.replace(/\.ts$/, '.d.ts')}`,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'nodenext',
            moduleResolution: 'nodenext',
            lib: ['es2023', 'dom'],
            types: [],
            strict: true,
            skipLibCheck: true,
          },
          files: [`${EMITTED}/${entry.replace(/\.ts$/, '.d.ts')}`],
        },
      },
      dtsRollup: { enabled: true, untrimmedFilePath: file },
      apiReport: report
        ? { enabled: true, reportFileName: 'core', reportFolder: report.folder, reportTempFolder: `${OUT}/report` }
        : { enabled: false, reportFileName: 'none' },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: `${EMITTED}/package.json`,
  });
  const faults: string[] = [];
  const { apiReportChanged } = Extractor.invoke(configuration, {
    localBuild: report?.update ?? false,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) faults.push(message.text);
      message.handled = true;
    },
  });
  if (faults.length > 0) throw new Error(`The types of ${packageName} cannot be written:\n${faults.join('\n')}`);
  const text = await readFile(file, 'utf8');
  const foreign = text.split('\n').filter((line) => NODE_NAMES.test(line));
  if (foreign.length > 0) throw new Error(`The types of ${packageName} refer to Node:\n${foreign.join('\n')}`);
  if (/\bAbortSignal\b/.test(text)) await writeFile(file, text + AMBIENT);
  if (report && apiReportChanged && !report.update)
    throw new Error(
      `The contract changed: compare ${OUT}/report/core.api.md with ${report.folder}/core.api.md. If it is meant: npm run pack -- --update.`,
    );
  if (report?.update) await cp(`${OUT}/report/core.api.md`, `${report.folder}/core.api.md`);
}
