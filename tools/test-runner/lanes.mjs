/**
 * Runs `work` for each task, as many at a time as there are lanes, in the given order. Of the tasks that use a
 * browser, one runs at a time.
 */
export async function runOnLanes(tasks, lanes, work) {
  const waiting = [...tasks];
  const running = new Set();
  let isBrowserBusy = false;

  async function lane() {
    while (waiting.length > 0) {
      const at = waiting.findIndex(({ usesBrowser }) => !usesBrowser || !isBrowserBusy);
      if (at === -1) {
        await Promise.race(running);
        continue;
      }
      const [task] = waiting.splice(at, 1);
      if (task.usesBrowser) isBrowserBusy = true;
      const done = work(task).finally(() => {
        running.delete(done);
        if (task.usesBrowser) isBrowserBusy = false;
      });
      running.add(done);
      await done;
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
}
