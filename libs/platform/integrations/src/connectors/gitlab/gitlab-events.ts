import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { count, nullableText, text } from '../event-fields.js';

const about = {
  ...source,
  project: text('`group/name`.'),
  author: nullableText('Who did it, as GitLab names them.'),
  url: nullableText('Its page at GitLab.'),
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
  payload: Type.Object({
    ...about,
    number: count('Number of the issue.'),
    title: nullableText('Its title.'),
    body: nullableText('Its text, in Markdown.'),
  }),
  example: { ...example, number: 7, title: 'Motor stalls', body: null },
});

export const gitlabPushed = defineEvent({
  name: 'integrations.gitlab.pushed',
  title: 'GitLab: pushed',
  payload: Type.Object({
    ...about,
    ref: text('`refs/heads/main`.'),
    branch: nullableText('Name of the branch; null for a tag.'),
    commit: nullableText('The new commit; null if it was deleted.'),
    commits: count('Number of commits.'),
  }),
  example: { ...example, ref: 'refs/heads/main', branch: 'main', commit: 'da1560886d4f094c', commits: 1 },
});

export const gitlabReleaseCreated = defineEvent({
  name: 'integrations.gitlab.release_created',
  title: 'GitLab: release created',
  payload: Type.Object({
    ...about,
    tag: text('Its tag.'),
    title: text('Its name, or else its tag.'),
    body: nullableText('Its notes, in Markdown.'),
  }),
  example: { ...example, tag: 'v1.2.0', title: 'Slow ramps', body: null },
});

export const gitlabEvents = [gitlabIssueOpened, gitlabPushed, gitlabReleaseCreated] as const;
