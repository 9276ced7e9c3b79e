import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Resources that a spec file must close: sockets (including database connections), servers, child processes,
 * workers.
 */
const GUARDED = new Set([
  'TCPSocketWrap',
  'TCPServerWrap',
  'PipeWrap',
  'PipeServerWrap',
  'ProcessWrap',
  'UDPWrap',
  'Worker',
]);
/** A closed socket is released only after a turn of the event loop. */
const GRACE_MS = 2_000;
const CHECK_EVERY_MS = 20;

/**
 * Fails a spec file that leaves a resource open. Otherwise the next file would fail instead, or the run would never
 * end.
 */
export default class LeakGuardedEnvironment extends TestEnvironment {
  #file;
  #before = new Map();
  #handlesBefore = new Set();
  #timers = new Set();

  constructor(config, context) {
    super(config, context);
    this.#file = context.testPath;
  }

  async setup() {
    await super.setup();
    for (const name of ['setTimeout', 'setInterval']) this.#watch(name);
    // Opened at their first use, which must not count as the spec's.
    void [process.stdin, process.stdout, process.stderr];
    this.#before = openResources();
    this.#handlesBefore = new Set(process._getActiveHandles());
  }

  async teardown() {
    const left = await this.#whatStays();
    if (left.length > 0) this.#letGo();
    await super.teardown();
    if (left.length > 0) throw new Error(`${this.#file} left open: ${left.join(', ')}. Close it in afterAll.`);
  }

  /** Jest has timers too, so those of the spec are recorded when they are created. */
  #watch(name) {
    const original = this.global[name];
    const watched = (...args) => {
      const timer = original(...args);
      this.#timers.add(timer);
      return timer;
    };
    // `util.promisify` finds its variant of the function in a property.
    this.global[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original));
  }

  async #whatStays() {
    const deadline = Date.now() + GRACE_MS;
    for (;;) {
      const left = this.#leftOpen();
      if (left.length === 0 || Date.now() > deadline) return left;
      await sleep(CHECK_EVERY_MS);
    }
  }

  /** A resource that fails a file must not also keep the whole run from ending. */
  #letGo() {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const handle of process._getActiveHandles()) if (!this.#handlesBefore.has(handle)) handle.unref?.();
  }

  #leftOpen() {
    // Only this member of a timer shows whether it has run or was cleared. A timer without a reference keeps
    // nothing alive.
    const timers = [...this.#timers].filter((timer) => !timer._destroyed && timer.hasRef()).length;
    const counts = [...openResources()].map(([type, count]) => [type, count - (this.#before.get(type) ?? 0)]);
    return [...counts, ['timer', timers]].filter(([, count]) => count > 0).map(([type, count]) => `${count} ${type}`);
  }
}

function openResources() {
  const counts = new Map();
  for (const type of process.getActiveResourcesInfo())
    if (GUARDED.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
