import { comment, instant, longText, tags, title } from './foreign-text.js';
import type { ImportReader } from '@cubit/core';
import { BOARD_KINDS, rowsOf, type TaskDataset } from './task-dataset.js';

interface GithubPost {
  readonly author: string;
  readonly body: string;
  readonly createdAt: string;
}

/** Issues of a repository in one document, as tools that archive GitHub write it. */
interface GithubIssues {
  readonly repo: string;
  readonly issues: readonly (GithubPost & {
    readonly number: number;
    readonly title: string;
    readonly url?: string;
    readonly state: string;
    readonly labels: readonly string[];
    readonly assignees: readonly string[];
    readonly closedAt: string | null;
    readonly comments: readonly GithubPost[];
  })[];
}

const CLOSED = 'CLOSED';

/** The repository as a project. Who is named stays named in the text: they are no members here. */
export const githubReader: ImportReader = {
  name: 'github-issues',
  creates: BOARD_KINDS,
  matches: ({ repo, issues }) => typeof repo === 'string' && Array.isArray(issues),
  rows: (item) => rowsOf(readGithub(item as unknown as GithubIssues)),
};

function readGithub({ repo, issues }: GithubIssues): TaskDataset {
  return {
    projects: [{ key: repo, fields: { name: title(repo), status: 'active' } }],
    tasks: issues.map((issue) => ({
      key: String(issue.number),
      project: repo,
      fields: {
        title: title(issue.title),
        description: longText([issue.body, originOf(issue)].join('\n\n')),
        status: issue.state.toUpperCase() === CLOSED ? 'done' : undefined,
        completed_at: issue.state.toUpperCase() === CLOSED ? instant(issue.closedAt) : undefined,
      },
      tags: tags(issue.labels),
      comments: issue.comments.map(({ author, body, createdAt }) => comment(body, { author, at: createdAt })),
    })),
  };
}

function originOf({ url, number, author, assignees }: GithubIssues['issues'][number]): string {
  const names = assignees.length === 0 ? '' : `, assigned to ${assignees.join(', ')}`;
  return `Issue ${url ?? `#${number}`} by ${author}${names}`;
}
