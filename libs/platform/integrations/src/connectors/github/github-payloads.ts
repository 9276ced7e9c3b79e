import { Type } from 'typebox';
import { optionalFlag, optionalText } from '../payload-fields.js';

/** The parts of GitHub payloads that the connector reads. https://docs.github.com/webhooks/webhook-events-and-payloads */
const about = {
  repository: Type.Object({ full_name: Type.String() }),
  sender: Type.Optional(Type.Object({ login: optionalText })),
};

export const IssuePayload = Type.Object({
  ...about,
  issue: Type.Object({
    number: Type.Integer(),
    title: optionalText,
    body: optionalText,
    html_url: optionalText,
    labels: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
  }),
});

export const PullRequestPayload = Type.Object({
  ...about,
  pull_request: Type.Object({
    number: Type.Integer(),
    title: optionalText,
    html_url: optionalText,
    merged: optionalFlag,
    base: Type.Optional(Type.Object({ ref: optionalText })),
  }),
});

export const PushPayload = Type.Object({
  repository: about.repository,
  ref: Type.String(),
  deleted: optionalFlag,
  forced: optionalFlag,
  compare: optionalText,
  commits: Type.Optional(Type.Array(Type.Unknown())),
  head_commit: Type.Optional(Type.Object({ id: optionalText, message: optionalText })),
  pusher: Type.Optional(Type.Object({ name: optionalText })),
});

export const ReleasePayload = Type.Object({
  ...about,
  release: Type.Object({
    tag_name: Type.String(),
    name: optionalText,
    body: optionalText,
    html_url: optionalText,
    prerelease: optionalFlag,
  }),
});

export const WorkflowRunPayload = Type.Object({
  ...about,
  workflow_run: Type.Object({
    name: optionalText,
    head_branch: optionalText,
    conclusion: optionalText,
    html_url: optionalText,
  }),
});
