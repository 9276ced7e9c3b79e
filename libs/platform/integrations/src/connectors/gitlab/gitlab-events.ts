import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { count, nullableText, text } from '../event-fields.js';

const about = {
  ...source,
  project: text('Project', 'Project as `group/name`.'),
  author: nullableText('Author', 'Name of the GitLab user who caused the event.'),
  url: nullableText('Link', 'URL of the page at GitLab.'),
};
const example = {
  ...exampleSource,
  project: 'acme/firmware',
  author: 'Ada',
  url: 'https://gitlab.com/acme/firmware/-/issues/7',
};

export const gitlabIssueOpened = defineEvent({
  name: 'integrations.gitlab.issue_opened',
  title: 'GitLab: issue opened',
  description: 'An issue was opened in a project of the integration.',
  payload: Type.Object({
    ...about,
    number: count('Number', 'Number of the issue.'),
    title: nullableText('Title', 'Title of the issue.'),
    body: nullableText('Text', 'Text of the issue, in Markdown.'),
  }),
  example: { ...example, number: 7, title: 'Motor stalls', body: null },
});

export const gitlabPushed = defineEvent({
  name: 'integrations.gitlab.pushed',
  title: 'GitLab: pushed',
  description: 'Commits were pushed, or a branch or a tag was created or deleted.',
  payload: Type.Object({
    ...about,
    ref: text('Git ref', 'Full name of the branch or tag, such as `refs/heads/main`.'),
    branch: nullableText('Branch', 'Name of the branch; null for a tag.'),
    commit: nullableText('Commit', 'Hash of the newest commit; null if the branch or tag was deleted.'),
    commits: count('Commits', 'Number of pushed commits.'),
  }),
  example: { ...example, ref: 'refs/heads/main', branch: 'main', commit: 'da1560886d4f094c', commits: 1 },
});

export const gitlabReleaseCreated = defineEvent({
  name: 'integrations.gitlab.release_created',
  title: 'GitLab: release created',
  description: 'A release was created.',
  payload: Type.Object({
    ...about,
    tag: text('Tag', 'Git tag of the release.'),
    title: text('Title', 'Name of the release, or else its tag.'),
    body: nullableText('Text', 'Release notes, in Markdown.'),
  }),
  example: { ...example, tag: 'v1.2.0', title: 'Slow ramps', body: null },
});

export const gitlabEvents = [gitlabIssueOpened, gitlabPushed, gitlabReleaseCreated] as const;
