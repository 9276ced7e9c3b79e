import { type EmittedEvent, type InboundHit, readPayload } from '@cubit/core';
import { Type } from 'typebox';
import { optionalCount, optionalText } from '../payload-fields.js';
import { sourceOf } from '../source-of.js';
import { gitlabIssueOpened, gitlabPushed, gitlabReleaseCreated, type gitlabEvents } from './gitlab-events.js';

/** The parts of GitLab payloads that the connector reads. https://docs.gitlab.com/user/project/integrations/webhook_events/ */
const project = Type.Object({ path_with_namespace: Type.String(), web_url: optionalText });

const IssuePayload = Type.Object({
  user: Type.Optional(Type.Object({ name: optionalText })),
  project,
  object_attributes: Type.Object({
    iid: Type.Integer(),
    title: optionalText,
    description: optionalText,
    url: optionalText,
  }),
});
const PushPayload = Type.Object({
  ref: Type.String(),
  checkout_sha: optionalText,
  user_name: optionalText,
  project,
  total_commits_count: optionalCount,
});
const ReleasePayload = Type.Object({
  name: optionalText,
  tag: Type.String(),
  description: optionalText,
  url: optionalText,
  project,
});

const BRANCH = 'refs/heads/';

export type GitlabAnnouncement = EmittedEvent<(typeof gitlabEvents)[number]>;
type Hit = Pick<InboundHit, 'integration' | 'payload'>;

const TRANSLATIONS: Readonly<Record<string, (hit: Hit) => GitlabAnnouncement>> = {
  'issue.open': ({ integration, payload }) => {
    const { user, project: of, object_attributes: issue } = readPayload(IssuePayload, payload);
    const { iid: number, title, description, url } = issue;
    const fields = { author: user?.name ?? null, url: url ?? null, title: title ?? null, body: description ?? null };
    const project = of.path_with_namespace;
    return { event: gitlabIssueOpened, payload: { ...sourceOf(integration), project, number, ...fields } };
  },
  push: (hit) => pushOf(hit),
  tag_push: (hit) => pushOf(hit),
  'release.create': ({ integration, payload }) => {
    const { name, tag, description, url, project: of } = readPayload(ReleasePayload, payload);
    const fields = { author: null, url: url ?? null, title: name || tag, body: description ?? null };
    const project = of.path_with_namespace;
    return { event: gitlabReleaseCreated, payload: { ...sourceOf(integration), project, tag, ...fields } };
  },
};

/** The specific event of a request; null if there is none for its type. */
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
      author: user_name ?? null,
      url: of.web_url ?? null,
      ref,
      branch: ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : null,
      commit: checkout_sha ?? null,
      commits: total_commits_count ?? 0,
    },
  };
}
