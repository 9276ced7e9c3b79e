import { Type } from 'typebox';

/** The parts of GitHub's payloads that are read here. https://docs.github.com/webhooks/webhook-events-and-payloads */
const nullable = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const repository = Type.Object({ full_name: Type.String() });
const sender = Type.Object({ login: Type.String() });

export const IssuePayload = Type.Object({
  issue: Type.Object({
    number: Type.Integer(),
    title: Type.String(),
    body: Type.Optional(nullable),
    html_url: Type.String(),
    labels: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
  }),
  repository,
  sender,
});

export const PullRequestPayload = Type.Object({
  pull_request: Type.Object({
    number: Type.Integer(),
    title: Type.String(),
    html_url: Type.String(),
    merged: Type.Optional(Type.Boolean()),
    base: Type.Object({ ref: Type.String() }),
  }),
  repository,
  sender,
});

export const PushPayload = Type.Object({
  ref: Type.String(),
  deleted: Type.Boolean(),
  forced: Type.Boolean(),
  compare: Type.String(),
  commits: Type.Array(Type.Unknown()),
  head_commit: Type.Union([Type.Object({ id: Type.String(), message: Type.String() }), Type.Null()]),
  pusher: Type.Object({ name: Type.String() }),
  repository,
});

export const ReleasePayload = Type.Object({
  release: Type.Object({
    tag_name: Type.String(),
    name: Type.Optional(nullable),
    body: Type.Optional(nullable),
    html_url: Type.String(),
    prerelease: Type.Boolean(),
  }),
  repository,
  sender,
});

export const WorkflowRunPayload = Type.Object({
  workflow_run: Type.Object({
    name: Type.Optional(nullable),
    head_branch: Type.Optional(nullable),
    conclusion: Type.Optional(nullable),
    html_url: Type.String(),
  }),
  repository,
  sender,
});
