/**
 * Summarises the results of a run. `runs` have a task with the name of its project, its Jest report (null if there is
 * none), and how its process crashed, if it did.
 */
export function summarise(runs) {
  const lines = [];
  let passed = 0;
  let failed = 0;
  for (const { task, report, crash } of runs) {
    const { project } = task;
    if (report === null) {
      failed += 1;
      lines.push(`no results: ${project}: ${task.files.join(' ')} (the process ended with ${crash})`);
      continue;
    }
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    for (const { name, status, assertionResults } of report.testResults) {
      const others = assertionResults.filter(({ status }) => status !== 'passed');
      lines.push(...others.map(({ status, fullName }) => `${status}: ${project}: ${fullName}`));
      // A file that does not load, or leaves a resource open, fails without a failed test.
      if (status !== 'failed' || assertionResults.some(({ status }) => status === 'failed')) continue;
      failed += 1;
      lines.push(`failed: ${project}: ${name}`);
    }
    // Jest also fails if its tear-down does, or if it was killed.
    if (crash === undefined) continue;
    failed += 1;
    lines.push(`failed: ${project}: the process of ${task.files.join(' ')} ended with ${crash}`);
  }
  return { passed, failed, lines };
}
