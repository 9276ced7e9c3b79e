/**
 * Runs `work` for each task, as many at a time as there are lanes, in the given order. Of the tasks that use a
 * browser, one runs at a time, from the start to their end. The last of several lanes takes the tasks that wait, and then, beside the
 * others, those that are busy: no task keeps its core busy to its end.
 */
export async function runOnLanes(tasks, lanes, work) {
  const waiting = [...tasks];
  const running = new Set();
  let isBrowserBusy = false;
  const first = (...kinds) =>
    kinds
      .map((kind) => waiting.findIndex((task) => task.kind === kind))
      .filter((at) => at !== -1)
      .sort((a, b) => a - b)[0];
  // A lane with a browser never rests while there is work for it: it is the longest.
  const forBusyLane = () => (isBrowserBusy ? undefined : first('browser')) ?? first('busy') ?? first('waiting');

  async function lane(next) {
    for (;;) {
      const at = next();
      if (at === undefined) {
        // A browser's task may be left that cannot run yet.
        if (next !== forBusyLane || waiting.length === 0) return;
        await Promise.race(running);
        continue;
      }
      const [task] = waiting.splice(at, 1);
      if (task.kind === 'browser') isBrowserBusy = true;
      const done = work(task).finally(() => {
        running.delete(done);
        if (task.kind === 'browser') isBrowserBusy = false;
      });
      running.add(done);
      await done;
    }
  }

  const busy = Array.from({ length: Math.max(1, lanes - 1) }, () => lane(forBusyLane));
  await Promise.all(lanes > 1 ? [...busy, lane(() => first('waiting') ?? first('busy'))] : busy);
}
