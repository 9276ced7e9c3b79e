/** Whether `work` settled, successfully or not, before the timeout. */
export async function finishesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([ended, late]);
  clearTimeout(timer);
  return inTime;
}
