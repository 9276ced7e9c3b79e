/**
 * Summarises the results of a run. `results` contains the name of each project and its Jest report; null if there
 * is none.
 */
export function summarise(results) {
  const lines = [];
  let passed = 0;
  let failed = 0;
  for (const { project, report } of results) {
    if (report === null) {
      failed += 1;
      lines.push(`no results: ${project}`);
      continue;
    }
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    for (const { name, status, assertionResults } of report.testResults) {
      const skipped = assertionResults.filter(({ status }) => !['passed', 'failed'].includes(status));
      lines.push(...skipped.map(({ status, fullName }) => `${status}: ${project}: ${fullName}`));
      // A file that does not load, or leaves a resource open, fails without a failed test.
      if (status !== 'failed' || assertionResults.some(({ status }) => status === 'failed')) continue;
      failed += 1;
      lines.push(`failed: ${project}: ${name}`);
    }
  }
  return { passed, failed, lines };
}
