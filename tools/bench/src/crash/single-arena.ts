import { join } from 'node:path';
import { freePort } from '../program/child.js';
import { startProduct } from '../program/product.js';
import type { Arena, ArenaOptions } from './arena.js';

/** The program as `npm start` runs it, with its embedded database. */
export async function singleArena({ folder }: ArenaOptions): Promise<Arena> {
  const port = await freePort();
  const start = () => startProduct({ dataDir: folder, output: join(folder, 'program.log'), port });
  let program = await start();
  return {
    title: 'one process on its own PostgreSQL',
    origins: [program.origin],
    disasters: [],
    async strike() {
      await program.kill();
      program = await start();
      return `program, back after ${program.startMs.toFixed(0)} ms`;
    },
    stop: () => program.stop(),
  };
}
