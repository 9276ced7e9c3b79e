import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { count, flag, nullableText, text, texts } from '../event-fields.js';

const about = {
  ...source,
  repository: text('`owner/name`.'),
  author: nullableText('Login of who did it.'),
  url: nullableText('Its page at GitHub.'),
};
const example = {
  ...exampleSource,
  repository: 'acme/firmware',
  author: 'ada',
  url: 'https://github.com/acme/firmware/issues/7',
};

const issue = Type.Object({
  ...about,
  number: count('Number of the issue.'),
  title: nullableText('Its title.'),
  body: nullableText('Its text, in Markdown.'),
  labels: texts('Names of its labels.'),
});
const issueExample = { ...example, number: 7, title: 'Motor stalls', body: null, labels: ['bug'] };

export const issueOpened = defineEvent({
  name: 'integrations.github.issue_opened',
  title: 'GitHub: issue opened',
  payload: issue,
  example: issueExample,
});

export const issueClosed = defineEvent({
  name: 'integrations.github.issue_closed',
  title: 'GitHub: issue closed',
  payload: issue,
  example: issueExample,
});

const pullRequest = Type.Object({
  ...about,
  number: count('Number of the pull request.'),
  title: nullableText('Its title.'),
  branch: nullableText('The branch that it is to be merged into.'),
});
const pullRequestExample = { ...example, number: 8, title: 'Slow the ramp', branch: 'main' };

export const pullRequestOpened = defineEvent({
  name: 'integrations.github.pull_request_opened',
  title: 'GitHub: pull request opened',
  payload: pullRequest,
  example: pullRequestExample,
});

export const pullRequestMerged = defineEvent({
  name: 'integrations.github.pull_request_merged',
  title: 'GitHub: pull request merged',
  payload: pullRequest,
  example: pullRequestExample,
});

export const pushed = defineEvent({
  name: 'integrations.github.pushed',
  title: 'GitHub: pushed',
  payload: Type.Object({
    ...about,
    ref: text('`refs/heads/main`.'),
    branch: nullableText('Name of the branch; null for a tag.'),
    tag: nullableText('Name of the tag; null for a branch.'),
    commit: nullableText('The new commit; null if it was deleted.'),
    message: nullableText('Message of that commit.'),
    commits: count('Number of commits.'),
    forced: flag('History was rewritten.'),
  }),
  example: {
    ...example,
    ref: 'refs/heads/main',
    branch: 'main',
    tag: null,
    commit: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    message: 'Slow the ramp',
    commits: 1,
    forced: false,
  },
});

export const releasePublished = defineEvent({
  name: 'integrations.github.release_published',
  title: 'GitHub: release published',
  payload: Type.Object({
    ...about,
    tag: text('Its tag.'),
    title: text('Its name, or else its tag.'),
    body: nullableText('Its notes, in Markdown.'),
    prerelease: flag('It is a pre-release.'),
  }),
  example: { ...example, tag: 'v1.2.0', title: 'Slow ramps', body: null, prerelease: false },
});

export const workflowCompleted = defineEvent({
  name: 'integrations.github.workflow_completed',
  title: 'GitHub: workflow completed',
  payload: Type.Object({
    ...about,
    workflow: nullableText('Its name.'),
    branch: nullableText('The branch that it ran on.'),
    conclusion: nullableText('`success`, `failure`, `cancelled` and so on.'),
  }),
  example: { ...example, workflow: 'CI', branch: 'main', conclusion: 'failure' },
});

export const githubEvents = [
  issueOpened,
  issueClosed,
  pullRequestOpened,
  pullRequestMerged,
  pushed,
  releasePublished,
  workflowCompleted,
] as const;
