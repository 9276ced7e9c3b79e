import { Type } from 'typebox';
import { idParam } from '@cubit/core';
import { workspaceParam } from '@cubit/core/host';

export const TABS_PATH = '/api/v1/orgs/{workspace}/modules/drive/tabs';
export const common = { tag: 'Drive', module: 'drive', access: 'viewer' } as const;
export const tabParams = Type.Object({ workspace: workspaceParam, id: idParam('Id of the tab, chosen by the tab.') });

const strict = { additionalProperties: false };

const state = {
  path: Type.String({ minLength: 1, maxLength: 2_000, description: 'The path that the tab shows, without a query.' }),
  visible: Type.Boolean({ description: 'Whether the tab is in the foreground.' }),
  following: Type.Boolean({ description: 'Whether the tab reports where its owner goes.' }),
};

export const tabBody = Type.Object(
  { path: state.path, visible: state.visible, following: Type.Optional(state.following) },
  strict,
);

export const tabState = Type.Object(
  {
    expires_at: Type.String({ format: 'date-time', description: 'Register the tab again before.' }),
    agents: Type.Array(Type.String(), { description: 'Names of your tokens that may drive this tab.' }),
  },
  strict,
);

export const listedTab = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    ...state,
    path: Type.String({
      description: 'The pattern of the path; with its ids only where this token opened the page.',
      examples: ['/w/workshop/modules/inventory/records/part/{id}'],
    }),
  },
  strict,
);
