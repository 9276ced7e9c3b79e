import type { Announcement, InboundHit } from '@cubit/core';
import type { Static } from 'typebox';
import { readPayload } from '../read-payload.js';
import { sourceOf } from '../received.js';
import {
  issueClosed,
  issueOpened,
  pullRequestMerged,
  pullRequestOpened,
  pushed,
  releasePublished,
  workflowCompleted,
  type githubEvents,
} from './github-events.js';
import {
  IssuePayload,
  PullRequestPayload,
  PushPayload,
  ReleasePayload,
  WorkflowRunPayload,
} from './github-payloads.js';

export type GithubAnnouncement = Announcement<(typeof githubEvents)[number]>;
type Hit = Pick<InboundHit, 'integration' | 'payload'>;

const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';

/** By what GitHub calls an event, with its action: what it becomes beside `integrations.inbound.received`. */
const TRANSLATIONS: Readonly<Record<string, (hit: Hit) => GithubAnnouncement | null>> = {
  push: (hit) => ({ event: pushed, payload: pushOf(hit) }),
  'issues.opened': (hit) => ({ event: issueOpened, payload: issueOf(hit) }),
  'issues.closed': (hit) => ({ event: issueClosed, payload: issueOf(hit) }),
  'pull_request.opened': (hit) => ({ event: pullRequestOpened, payload: pullRequestOf(hit) }),
  'pull_request.closed': (hit) =>
    readPayload(PullRequestPayload, hit.payload).pull_request.merged === true
      ? { event: pullRequestMerged, payload: pullRequestOf(hit) }
      : null,
  'release.published': (hit) => ({ event: releasePublished, payload: releaseOf(hit) }),
  'workflow_run.completed': (hit) => ({ event: workflowCompleted, payload: workflowOf(hit) }),
};

/** The event that says more than that something came; null where there is none for it. */
export function translateGithub(type: string, hit: Hit): GithubAnnouncement | null {
  return Object.hasOwn(TRANSLATIONS, type) ? (TRANSLATIONS[type]?.(hit) ?? null) : null;
}

function aboutOf(
  { integration }: Pick<Hit, 'integration'>,
  { repository, sender }: Pick<Static<typeof IssuePayload>, 'repository' | 'sender'>,
) {
  return { ...sourceOf(integration), repository: repository.full_name, author: sender.login };
}

function issueOf(hit: Hit) {
  const payload = readPayload(IssuePayload, hit.payload);
  const { number, title, body, html_url, labels = [] } = payload.issue;
  const names = labels.map(({ name }) => name);
  return { ...aboutOf(hit, payload), number, title, body: body ?? null, labels: names, url: html_url };
}

function pullRequestOf(hit: Hit) {
  const payload = readPayload(PullRequestPayload, hit.payload);
  const { number, title, html_url, base } = payload.pull_request;
  return { ...aboutOf(hit, payload), number, title, branch: base.ref, url: html_url };
}

function pushOf({ integration, payload }: Hit) {
  const { ref, deleted, forced, compare, commits, head_commit, pusher, repository } = readPayload(PushPayload, payload);
  return {
    ...sourceOf(integration),
    repository: repository.full_name,
    author: pusher.name,
    url: compare,
    ref,
    branch: ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : null,
    tag: ref.startsWith(TAG) ? ref.slice(TAG.length) : null,
    commit: deleted ? null : (head_commit?.id ?? null),
    message: deleted ? null : (head_commit?.message ?? null),
    commits: commits.length,
    forced,
  };
}

function releaseOf(hit: Hit) {
  const payload = readPayload(ReleasePayload, hit.payload);
  const { tag_name: tag, name, body, html_url, prerelease } = payload.release;
  return { ...aboutOf(hit, payload), tag, title: name || tag, body: body ?? null, prerelease, url: html_url };
}

function workflowOf(hit: Hit) {
  const payload = readPayload(WorkflowRunPayload, hit.payload);
  const { name, head_branch, conclusion, html_url } = payload.workflow_run;
  return {
    ...aboutOf(hit, payload),
    workflow: name ?? '',
    branch: head_branch ?? null,
    conclusion: conclusion ?? '',
    url: html_url,
  };
}
