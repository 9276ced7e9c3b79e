import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Block, blocksOf, pages, placeOf, ROOT } from '@cubit/testing/pages';
import { startProgram, type Program } from '@cubit/testing/shipped';

jest.setTimeout(180_000);

/** The pages whose commands run here, in this order, in one shell: each continues the tour of the README. */
const RUN = ['README.md', 'docs/purchasing.md', 'docs/api.md'];
const TOUR = 'README.md';

/** Blocks that do not run here: their page, how they start, and why. Examples in TypeScript and JSON have `examples.spec.ts` of `@cubit/docs`. */
const NOT_RUN: readonly (readonly [page: string, start: string, reason: string])[] = [
  ['CONTRIBUTING.md', 'npm ci\n', 'installs packages, and listens on a fixed port'],
  ['CONTRIBUTING.md', 'cd libs/modules/inventory', 'runs tests: a test run inside a test run'],
  ['CONTRIBUTING.md', 'npm test -- --projects', 'runs tests: a test run inside a test run'],
  ['CONTRIBUTING.md', 'npx nx g', 'changes the checkout; module.spec.ts of @cubit/generators runs the generator'],
  ['CONTRIBUTING.md', 'feat(inventory)', 'is a commit message'],
  ['README.md', 'npm ci && npm start', 'installs packages, and listens on a fixed port'],
  ['README.md', 'npm ci && npm test', 'runs tests: a test run inside a test run'],
  ['README.md', 'npm run lint', 'runs the steps of CI'],
  ['docs/agents.md', 'POST /api', 'is an address'],
  ['docs/agents.md', 'curl -X PATCH', 'needs a token of an admin; agents.spec.ts sends the request'],
  ['docs/agents.md', 'npx @modelcontextprotocol', 'installs another program'],
  ['docs/architecture.md', 'flowchart', 'is a picture'],
  ['docs/authoring.md', 'npm create cubit-module', 'runs in packaging.spec.ts of @cubit/packaging'],
  ['docs/modules.md', 'npx nx g', 'changes the checkout; module.spec.ts of @cubit/generators runs the generator'],
  ['docs/operating.md', 'npm run image', 'builds the image; CI runs it'],
  ['docs/operating.md', 'docker run', 'needs Docker'],
  ['docs/operating.md', 'cd docker', 'needs Docker; compose.spec.ts checks what it starts'],
  ['docs/operating.md', 'docker exec', 'needs Docker'],
  ['docs/operating.md', 'docker stop', 'needs Docker'],
  ['docs/operating.md', 'cubit backup', 'writes and restores an instance; backup.spec.ts runs the commands'],
  ['docs/operating.md', 'cubit doctor', 'examines an instance; doctor.spec.ts runs the command'],
  ['docs/operating.md', 'cubit modules', 'installs an archive; installed-modules.spec.ts runs the commands'],
  ['docs/operating.md', '  cubit.example.org', 'is the configuration of another program'],
  ['docs/sql-views.md', 'select p.title', 'runs in registry.spec.ts'],
  [
    'docs/sql-views.md',
    'create role grafana',
    'creates a role of the whole database server, which parallel tests share',
  ],
  ['docs/sql-views.md', 'psql', 'needs the PostgreSQL client, which the packages do not contain'],
];

const isRun = ({ page, language }: Block) => RUN.includes(page) && language === 'sh';
const isTestedElsewhere = ({ page, language }: Block) =>
  ['ts', 'json'].includes(language) || (page === 'docs/workshop-day.md' && language === 'js');

/** A block of commands. JSON that follows it on its page shows what its last line prints. */
interface Example {
  readonly block: Block;
  readonly answer: Block | undefined;
}

const examples = RUN.flatMap((page) =>
  blocksOf(page).flatMap((block, index, blocks): readonly Example[] => {
    const next = blocks[index + 1];
    return isRun(block) ? [{ block, answer: next?.language === 'json' ? next : undefined }] : [];
  }),
);
const withAnswer = examples.flatMap(({ block, answer }) => (answer ? [[placeOf(answer), block, answer] as const] : []));

let program: Program;
let folder: string;
let printed: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubit-pages-'));
  program = await startProgram();
  printed = await runExamples(program.address);
});
afterAll(async () => {
  await program.stop();
  await rm(folder, { recursive: true });
});

/** Runs all blocks in one shell, as a reader does. Returns what each printed, by its place. */
async function runExamples(address: string): Promise<ReadonlyMap<string, string>> {
  const mark = '--- end of block ---';
  const after = `\necho; echo '${mark}'\n`;
  const scriptOf = (isTour: boolean) =>
    examples
      .filter(({ block }) => (block.page === TOUR) === isTour)
      .map(({ block }) => `${block.content}${after}`)
      .join('');
  // The tour shows refusals. Behind it, a refused request ends the script.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\n');
  const script = `${scriptOf(true)}set -o pipefail; export CURL_HOME='${folder}'; cd '${folder}'\n${scriptOf(false)}`;
  const shell = { cwd: ROOT, env: { ...process.env, URL: address, FORCE_COLOR: '0' }, timeout: 150_000 };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], shell).catch(
    (error: Error & { readonly stdout: string; readonly stderr: string }) => {
      const texts = error.stdout.split(mark);
      const failed = examples[texts.length - 1]?.block;
      throw new Error(`${failed ? placeOf(failed) : 'The shell'} failed: ${texts.at(-1) ?? ''}\n${error.stderr}`);
    },
  );
  const texts = stdout.split(mark);
  return new Map(examples.map(({ block }, index) => [placeOf(block), texts[index]?.trim() ?? '']));
}

describe('blocks of the pages', () => {
  it('run here, run in another spec, or are named with a reason', () => {
    const isNamed = ({ page, content }: Block) =>
      NOT_RUN.some(([of, start]) => page === of && content.startsWith(start));
    const unknown = pages()
      .flatMap(blocksOf)
      .filter((block) => !isRun(block) && !isTestedElsewhere(block) && !isNamed(block));

    expect(unknown.map(placeOf)).toEqual([]);
  });

  it('that are named exist, once each', () => {
    const found = NOT_RUN.map(([page, start]) => [
      page,
      start,
      blocksOf(page).filter((block) => !isRun(block) && block.content.startsWith(start)).length,
    ]);

    expect(found).toEqual(NOT_RUN.map(([page, start]) => [page, start, 1]));
  });

  it('that show an answer are on the pages of requests', () => {
    expect(new Set(withAnswer.map(([, { page }]) => page))).toEqual(new Set(['docs/purchasing.md', 'docs/api.md']));
  });

  it.each(withAnswer)('print the answer of %s', (_place, block, answer) => {
    const last = printed.get(placeOf(block))?.split('\n').at(-1) ?? '';

    expect(JSON.parse(last)).toMatchObject(JSON.parse(answer.content) as object);
  });
});

describe('the tour of the README, run as written', () => {
  const printedBy = (index: number) => {
    const block = examples.filter(({ block: { page } }) => page === TOUR)[index]?.block;
    return block && printed.get(placeOf(block));
  };

  it('creates a workspace and enables inventory', () => {
    expect(printedBy(2)?.split('\n')).toEqual(['workshop', 'true', 'true']);
  });

  it('loads the sample through the API', () => {
    expect(printedBy(3)).toBe('12 categories, 12 locations, 41 parts, 44 stock items');
  });

  it('lists parts below their minimum with one filter', () => {
    expect(printedBy(4)?.split('\n')).toHaveLength(8);
    expect(printedBy(4)).toContain('Wi-Fi module: 4 of 5');
  });

  it('uses the last unit and sees the event on the stream', () => {
    expect(printedBy(5)).toContain('inventory.stock.changed');
    expect(printedBy(5)).toContain('event: inventory.stock.low');
  });

  it('has none left', () => {
    expect(printedBy(6)).toBe('insufficient_stock');
  });

  it('repeats a request with an API token, revokes the token, and is refused', () => {
    expect(printedBy(7)).toContain('Display 1.3 inch');
    expect(printedBy(8)).toBe('401');
  });
});
