import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// The program of a worker thread. It imports no other source file, so that it runs from source, transpiled and bundled.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.on('message', ({ id, password, context }: { id: number; password: string; context: string[] }) => {
  parentPort?.postMessage({ id, score: estimator.check(password, context).score });
});
