import { type EmittedEvent, type InboundHit, readPayload } from '@cubit/core';
import type { Static } from 'typebox';
import { sourceOf } from '../source-of.js';
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

export type GithubAnnouncement = EmittedEvent<(typeof githubEvents)[number]>;
type Hit = Pick<InboundHit, 'integration' | 'payload'>;

const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';

/** Translations by GitHub event and action. Their event is emitted in addition to `integrations.inbound.received`. */
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

/** The specific event of a request; null if there is none for its type. */
export function translateGithub(type: string, hit: Hit): GithubAnnouncement | null {
  return Object.hasOwn(TRANSLATIONS, type) ? (TRANSLATIONS[type]?.(hit) ?? null) : null;
}

function aboutOf(
  { integration }: Pick<Hit, 'integration'>,
  { repository, sender }: Pick<Static<typeof IssuePayload>, 'repository' | 'sender'>,
) {
  return { ...sourceOf(integration), repository: repository.full_name, author: sender?.login ?? null };
}

function issueOf(hit: Hit) {
  const payload = readPayload(IssuePayload, hit.payload);
  const { number, title, body, html_url, labels = [] } = payload.issue;
  const names = labels.map(({ name }) => name);
  const fields = { title: title ?? null, body: body ?? null, url: html_url ?? null };
  return { ...aboutOf(hit, payload), number, labels: names, ...fields };
}

function pullRequestOf(hit: Hit) {
  const payload = readPayload(PullRequestPayload, hit.payload);
  const { number, title, html_url, base } = payload.pull_request;
  const fields = { title: title ?? null, branch: base?.ref ?? null, url: html_url ?? null };
  return { ...aboutOf(hit, payload), number, ...fields };
}

function pushOf({ integration, payload }: Hit) {
  const { ref, deleted, forced, compare, commits, head_commit, pusher, repository } = readPayload(PushPayload, payload);
  const commit = deleted === true ? undefined : head_commit;
  return {
    ...sourceOf(integration),
    repository: repository.full_name,
    author: pusher?.name ?? null,
    url: compare ?? null,
    ref,
    branch: ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : null,
    tag: ref.startsWith(TAG) ? ref.slice(TAG.length) : null,
    commit: commit?.id ?? null,
    message: commit?.message ?? null,
    commits: commits?.length ?? 0,
    forced: forced === true,
  };
}

function releaseOf(hit: Hit) {
  const payload = readPayload(ReleasePayload, hit.payload);
  const { tag_name: tag, name, body, html_url, prerelease } = payload.release;
  const fields = { title: name || tag, body: body ?? null, prerelease: prerelease === true, url: html_url ?? null };
  return { ...aboutOf(hit, payload), tag, ...fields };
}

function workflowOf(hit: Hit) {
  const payload = readPayload(WorkflowRunPayload, hit.payload);
  const { name, head_branch, conclusion, html_url } = payload.workflow_run;
  return {
    ...aboutOf(hit, payload),
    workflow: name ?? null,
    branch: head_branch ?? null,
    conclusion: conclusion ?? null,
    url: html_url ?? null,
  };
}
