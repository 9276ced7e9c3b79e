import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ImageConfig } from './sealed.js';

/** Written by `npm run image`. */
const IMAGE_FILE = fileURLToPath(new URL('../../../../dist/image/image.json', import.meta.url));

/** An image with its files, as buildah has mounted them. */
export interface MountedImage {
  readonly name: string;
  readonly root: string;
  readonly config: ImageConfig;
  /** Sizes of all files, in bytes: of the image, and of its base. */
  readonly bytes: { readonly image: number; readonly base: number };
  unmount(): void;
}

interface Described {
  readonly names: readonly string[];
  readonly base: string;
  readonly engine: string;
}

interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly Env: readonly string[];
      readonly Entrypoint: readonly string[] | null;
      readonly Cmd: readonly string[] | null;
      readonly User: string;
      readonly WorkingDir: string;
      readonly StopSignal: NodeJS.Signals;
      readonly Volumes: Readonly<Record<string, unknown>>;
    };
  };
}

/** Why this machine cannot prove an image; null: it can. */
export function hindrance(): string | null {
  if (process.platform !== 'linux') return 'the proof needs Linux';
  if (process.getuid?.() !== 0) return 'the proof needs root, for mounts and namespaces';
  for (const [program, ...args] of [
    ['buildah', '--version'],
    ['ip', '-Version'],
    ['setpriv', '--version'],
  ] as const)
    if (spawnSync(program, args).status !== 0) return `${program} is not installed`;
  if (spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'mount', '--make-rprivate', '/']).status !== 0)
    return 'namespaces cannot be made here';
  return null;
}

export function readDescribed(): Described | null {
  try {
    return JSON.parse(readFileSync(IMAGE_FILE, 'utf8')) as Described;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function mountImage({ names: [name = ''], base }: Described): MountedImage {
  const [image, below] = [mount(name), mount(base)];
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', name)) as Inspected;
  const { Env, Entrypoint, Cmd, User, WorkingDir, StopSignal, Volumes } = Docker.config;
  if (User !== 'node' || !('/data' in Volumes))
    throw new Error('The image does not run as `node` with a volume `/data`.');
  const bytes = { image: sizeOf(image.root), base: sizeOf(below.root) };
  below.unmount();
  return {
    name,
    root: image.root,
    config: {
      env: Env,
      args: [...(Entrypoint ?? []), ...(Cmd ?? [])],
      workingDirectory: WorkingDir,
      stopSignal: StopSignal,
    },
    bytes,
    unmount: image.unmount,
  };
}

function mount(image: string): { readonly root: string; unmount(): void } {
  const container = buildah('from', '--pull-never', image).trim();
  return { root: buildah('mount', container).trim(), unmount: () => void buildah('rm', container) };
}

function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['--summarize', '--bytes', folder], { encoding: 'utf8' }).split('\t')[0]);
}

function buildah(...args: readonly string[]): string {
  return execFileSync('buildah', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}
