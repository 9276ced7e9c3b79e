import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { createTestKernel } from '@cubit/testing';
import { type Block, blocksOf, fileNameOf, pages, placeOf, ROOT } from '@cubit/testing/pages';
import ts from 'typescript';

/** Output folder of the examples, with one folder per page. */
const FOLDER = join(ROOT, 'tools/docs/out-tsc/examples');

jest.setTimeout(180_000);

const examples = writeExamples();
const importExample = (page: string, file: string): Promise<unknown> =>
  import(pathToFileURL(join(folderOf(page), file)).href);

describe('examples in the documentation', () => {
  it('type-check against the sources', () => {
    expect(examples.length).toBeGreaterThan(5);
    expect(typeErrors(examples)).toEqual([]);
  });

  it('import what they use', () => {
    const without = examples.filter(({ block }) => !/^import /m.test(block.content));

    expect(without.map(({ block }) => placeOf(block))).toEqual([]);
  });

  it('that are JSON parse', () => {
    const json = pages().flatMap((page) => blocksOf(page).filter(({ language }) => language === 'json'));

    expect(json.length).toBeGreaterThan(0);
    for (const { content } of json) expect(() => JSON.parse(content) as unknown).not.toThrow();
  });
});

describe('docs/operating.md', () => {
  it('mounts the service in an Express application', async () => {
    const { kernel, log, close } = await createTestKernel();
    const { embed } = (await importExample('docs/operating.md', 'embed.ts')) as {
      readonly embed: (...parts: readonly unknown[]) => Promise<Server>;
    };
    const server = await embed(kernel, log);
    await once(server.listen(0, '127.0.0.1'), 'listening');

    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/cubit/healthz`, { headers: { connection: 'close' } });

    expect(answer.status).toBe(200);
    await answer.text();
    await once(server.close(), 'close');
    await close();
  });
});

describe('libs/platform/postgres/README.md', () => {
  it('runs a query on its own database', async () => {
    const { runQuery } = (await importExample('libs/platform/postgres/README.md', 'run-query.ts')) as {
      readonly runQuery: (dataDir: string, log: (message: string) => void) => Promise<unknown>;
    };
    const dataDir = await mkdtemp(join(tmpdir(), 'cubit-example-'));
    try {
      expect(await runQuery(dataDir, () => undefined)).toEqual([{ one: 1 }]);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

// This spec, written by the page, registers its tests here: it starts the service with the module of the page.
await importExample('docs/modules.md', 'mount.action.spec.ts');

interface Example {
  readonly block: Block;
  /** The written file. */
  readonly path: string;
}

/** `docs/modules.md` is `docs-modules`. */
function folderOf(page: string): string {
  return join(FOLDER, page.replace(/\.md$/, '').replaceAll('/', '-'));
}

/** Writes every TypeScript block of every page to a file of its own. */
function writeExamples(): readonly Example[] {
  rmSync(FOLDER, { recursive: true, force: true });
  const blocks = pages().flatMap((page) => blocksOf(page).filter(({ language }) => language === 'ts'));
  return blocks.map((block) => {
    const path = join(folderOf(block.page), fileNameOf(block));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, block.content);
    return { block, path };
  });
}

/** Type errors in the examples, each with its page and line. */
function typeErrors(examples: readonly Example[]): readonly string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    readonly config: { readonly compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const program = ts.createProgram({
    rootNames: examples.map(({ path }) => path),
    options: { ...options, composite: false, declaration: false, declarationMap: false, noEmit: true },
  });
  return examples.flatMap(({ block, path }) => {
    const file = program.getSourceFile(path);
    if (!file) return [`${placeOf(block)} was not read`];
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) => {
        const { line } = file.getLineAndCharacterOfPosition(start);
        return `${block.page}:${block.line + line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
}
