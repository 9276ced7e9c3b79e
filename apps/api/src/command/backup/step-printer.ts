const EVERY_MS = 2_000;

/** Prints what is being done to standard error, every two seconds. */
export function stepPrinter(): (step: string) => void {
  let printedAt = performance.now();
  return (step) => {
    if (performance.now() - printedAt < EVERY_MS) return;
    printedAt = performance.now();
    process.stderr.write(`${step}\n`);
  };
}
