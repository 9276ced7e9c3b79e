import type { Announcement, InboundHit } from '@cubit/core';
import { Type } from 'typebox';
import { readPayload } from '../read-payload.js';
import { sourceOf } from '../received.js';
import { gitlabIssueOpened, gitlabPushed, gitlabReleaseCreated, type gitlabEvents } from './gitlab-events.js';

/** The parts of GitLab's payloads that are read here. https://docs.gitlab.com/user/project/integrations/webhook_events/ */
const nullable = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
const project = Type.Object({ path_with_namespace: Type.String(), web_url: Type.String() });

const IssuePayload = Type.Object({
  user: Type.Object({ name: Type.String() }),
  project,
  object_attributes: Type.Object({
    iid: Type.Integer(),
    title: Type.String(),
    description: nullable,
    url: Type.String(),
  }),
});
const PushPayload = Type.Object({
  ref: Type.String(),
  checkout_sha: nullable,
  user_name: Type.String(),
  project,
  total_commits_count: Type.Integer(),
});
const ReleasePayload = Type.Object({
  name: Type.String(),
  tag: Type.String(),
  description: nullable,
  url: Type.String(),
  project,
});

const BRANCH = 'refs/heads/';

export type GitlabAnnouncement = Announcement<(typeof gitlabEvents)[number]>;
type Hit = Pick<InboundHit, 'integration' | 'payload'>;

const TRANSLATIONS: Readonly<Record<string, (hit: Hit) => GitlabAnnouncement>> = {
  'issue.open': ({ integration, payload }) => {
    const { user, project: of, object_attributes: issue } = readPayload(IssuePayload, payload);
    const { iid: number, title, description, url } = issue;
    const about = { ...sourceOf(integration), project: of.path_with_namespace, author: user.name, url };
    return { event: gitlabIssueOpened, payload: { ...about, number, title, body: description ?? null } };
  },
  push: (hit) => pushOf(hit),
  tag_push: (hit) => pushOf(hit),
  'release.create': ({ integration, payload }) => {
    const { name: title, tag, description, url, project: of } = readPayload(ReleasePayload, payload);
    const about = { ...sourceOf(integration), project: of.path_with_namespace, author: null, url };
    return { event: gitlabReleaseCreated, payload: { ...about, tag, title, body: description ?? null } };
  },
};

/** The event that says more than that something came; null where there is none for it. */
export function translateGitlab(type: string, hit: Hit): GitlabAnnouncement | null {
  return Object.hasOwn(TRANSLATIONS, type) ? (TRANSLATIONS[type]?.(hit) ?? null) : null;
}

function pushOf({ integration, payload }: Hit): GitlabAnnouncement {
  const { ref, checkout_sha, user_name, project: of, total_commits_count } = readPayload(PushPayload, payload);
  return {
    event: gitlabPushed,
    payload: {
      ...sourceOf(integration),
      project: of.path_with_namespace,
      author: user_name,
      url: of.web_url,
      ref,
      branch: ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : null,
      commit: checkout_sha ?? null,
      commits: total_commits_count,
    },
  };
}
