import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { count, flag, nullableText, text, texts } from '../event-fields.js';

const about = {
  ...source,
  repository: text('Repository', 'Repository as `owner/name`.'),
  author: nullableText('Author', 'GitHub login of the user who caused the event.'),
  url: nullableText('Link', 'URL of the page at GitHub.'),
};
const example = {
  ...exampleSource,
  repository: 'acme/firmware',
  author: 'ada',
  url: 'https://github.com/acme/firmware/issues/7',
};

const issue = Type.Object({
  ...about,
  number: count('Number', 'Number of the issue.'),
  title: nullableText('Title', 'Title of the issue.'),
  body: nullableText('Text', 'Text of the issue, in Markdown.'),
  labels: texts('Labels', 'Names of the labels of the issue.'),
});
const issueExample = { ...example, number: 7, title: 'Motor stalls', body: null, labels: ['bug'] };

export const issueOpened = defineEvent({
  name: 'integrations.github.issue_opened',
  title: 'GitHub: issue opened',
  description: 'An issue was opened in a repository of the integration.',
  payload: issue,
  example: issueExample,
});

export const issueClosed = defineEvent({
  name: 'integrations.github.issue_closed',
  title: 'GitHub: issue closed',
  description: 'An issue was closed, as completed or as not planned.',
  payload: issue,
  example: issueExample,
});

const pullRequest = Type.Object({
  ...about,
  number: count('Number', 'Number of the pull request.'),
  title: nullableText('Title', 'Title of the pull request.'),
  branch: nullableText('Branch', 'Target branch of the pull request.'),
});
const pullRequestExample = { ...example, number: 8, title: 'Slow the ramp', branch: 'main' };

export const pullRequestOpened = defineEvent({
  name: 'integrations.github.pull_request_opened',
  title: 'GitHub: pull request opened',
  description: 'A pull request was opened.',
  payload: pullRequest,
  example: pullRequestExample,
});

export const pullRequestMerged = defineEvent({
  name: 'integrations.github.pull_request_merged',
  title: 'GitHub: pull request merged',
  description: 'A pull request was merged. One that is closed without a merge emits no event.',
  payload: pullRequest,
  example: pullRequestExample,
});

export const pushed = defineEvent({
  name: 'integrations.github.pushed',
  title: 'GitHub: pushed',
  description: 'Commits were pushed, or a branch or a tag was created, moved or deleted.',
  payload: Type.Object({
    ...about,
    ref: text('Git ref', 'Full name of the branch or tag, such as `refs/heads/main`.'),
    branch: nullableText('Branch', 'Name of the branch; null for a tag.'),
    tag: nullableText('Tag', 'Name of the tag; null for a branch.'),
    commit: nullableText('Commit', 'Hash of the newest commit; null if the branch or tag was deleted.'),
    message: nullableText('Commit message', 'Message of the newest commit.'),
    commits: count('Commits', 'Number of pushed commits.'),
    forced: flag('Forced', 'Whether the push rewrote history.'),
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
  description: 'A release was published. Drafts emit no event.',
  payload: Type.Object({
    ...about,
    tag: text('Tag', 'Git tag of the release.'),
    title: text('Title', 'Name of the release, or else its tag.'),
    body: nullableText('Text', 'Release notes, in Markdown.'),
    prerelease: flag('Pre-release', 'Whether it is marked as a pre-release.'),
  }),
  example: { ...example, tag: 'v1.2.0', title: 'Slow ramps', body: null, prerelease: false },
});

export const workflowCompleted = defineEvent({
  name: 'integrations.github.workflow_completed',
  title: 'GitHub: workflow completed',
  description: 'A run of a GitHub Actions workflow ended, with any result.',
  payload: Type.Object({
    ...about,
    workflow: nullableText('Workflow', 'Name of the workflow.'),
    branch: nullableText('Branch', 'Branch that the workflow ran on.'),
    conclusion: nullableText('Conclusion', 'Result of the run: `success`, `failure`, `cancelled` and so on.'),
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
