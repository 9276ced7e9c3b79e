/**
 * A second look at spec files that failed: each runs a second time, alone. A file that passes then is flaky: the
 * summary names it, and counts it as passed. Few flaky files are tolerated, and none that is known.
 */
import { relative } from 'node:path';

/** With more flaky files than this, the run fails: then chance is not the cause. */
export const MOST_FLAKY = 5;
/** A run in which more files failed has failed whatever a second look shows, and these tell enough. */
const MOST_LOOKS = 20;

/**
 * `runs` are tasks with their results, `runAlone` runs a task with one file. Returns the runs, in which the result of
 * the second look replaces that of the first, and the flaky tests: `{project, file, test, failure}`.
 */
export async function secondLook(runs, runAlone) {
  const flaky = [];
  let looks = 0;
  const looked = [];
  for (const run of runs) {
    let { report } = run;
    for (const failed of failedFiles(run)) {
      if (looks === MOST_LOOKS) break;
      looks += 1;
      const again = await runAlone({ ...run.task, files: [relative(run.task.folder, failed.name)] });
      const second = again.report?.testResults[0];
      if (second === undefined || again.crash !== undefined) continue;
      if (second.status !== 'failed') flaky.push(...flakyTests(run.task, failed));
      report = withResult(report, second);
    }
    looked.push({ ...run, report });
  }
  return { runs: looked, flaky };
}

/** Reasons why flaky tests fail a run: there are too many, or one is known. `known` is what `known-flaky.json` has. */
export function refusals(flaky, known) {
  const files = new Set(flaky.map(({ project, file }) => `${project}: ${file}`));
  const isKnown = ({ file, test }) => known.some((entry) => entry.file === file && entry.test === test);
  return [
    ...(files.size > MOST_FLAKY ? [`flaky files: ${files.size}, of which ${MOST_FLAKY} are tolerated`] : []),
    ...flaky.filter(isKnown).map(({ project, file, test }) => `flaky again: ${project}: ${file}: ${test}`),
  ];
}

function failedFiles({ report }) {
  return report?.testResults.filter(({ status }) => status === 'failed') ?? [];
}

function flakyTests({ project, folder }, { name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const found = { project, file: relative(folder, name) };
  // A file that leaves a resource open fails without a failed test.
  if (failed.length === 0) return [{ ...found, test: 'the file itself', failure: message }];
  return failed.map(({ fullName, failureMessages }) => ({
    ...found,
    test: fullName,
    failure: failureMessages.join('\n'),
  }));
}

function withResult(report, result) {
  const testResults = report.testResults.map((one) => (one.name === result.name ? result : one));
  const count = (wanted) =>
    testResults.reduce((sum, { assertionResults }) => sum + assertionResults.filter(wanted).length, 0);
  return {
    ...report,
    testResults,
    numPassedTests: count(({ status }) => status === 'passed'),
    numFailedTests: count(({ status }) => status === 'failed'),
  };
}
