import type { IconName } from '@cubit/web-kit';
import { type ComponentType, lazy } from 'react';
import { AgentsSettings } from '../agents/AgentsSettings.js';
import { CalendarSettings } from '../connections/CalendarSettings.js';
import { ChannelsSettings } from '../connections/ChannelsSettings.js';
import { IntegrationsSettings } from '../connections/IntegrationsSettings.js';
import { FieldsSettings } from '../data/FieldsSettings.js';
import { TagsSettings } from '../data/TagsSettings.js';
import { ViewsSettings } from '../data/ViewsSettings.js';
import { DriveSettings } from '../modules/DriveSettings.js';
import { ModulesSettings } from '../modules/ModulesSettings.js';
import { PreferencesSettings } from '../personal/PreferencesSettings.js';
import { ArchiveSettings } from '../records/ArchiveSettings.js';
import { JobsSettings } from '../records/JobsSettings.js';
import { GeneralSettings } from './GeneralSettings.js';
import { MembersSettings } from './MembersSettings.js';

const DisplaysSettings = lazy(async () => ({
  default: (await import('../displays/DisplaysSettings.js')).DisplaysSettings,
}));
const AuditSettings = lazy(async () => ({ default: (await import('../records/AuditSettings.js')).AuditSettings }));

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly lead: string;
  readonly page: ComponentType;
}

export interface SectionGroup {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** The pages of settings, in the order of the side navigation. */
export const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    title: 'Workspace',
    sections: [
      {
        id: 'workspace',
        title: 'Workspace',
        icon: 'building',
        lead: 'Its name and what all its clients share.',
        page: GeneralSettings,
      },
      {
        id: 'members',
        title: 'Members',
        icon: 'users',
        lead: 'Who is in this workspace, and what each may do.',
        page: MembersSettings,
      },
      {
        id: 'modules',
        title: 'Modules',
        icon: 'boxes',
        lead: 'What this workspace keeps and does.',
        page: ModulesSettings,
      },
    ],
  },
  {
    title: 'Data',
    sections: [
      {
        id: 'fields',
        title: 'Custom fields',
        icon: 'columns-3',
        lead: 'Fields of your own, on every kind of record.',
        page: FieldsSettings,
      },
      { id: 'tags', title: 'Tags', icon: 'tag', lead: 'Words on records of all kinds.', page: TagsSettings },
      {
        id: 'views',
        title: 'Views',
        icon: 'layout-list',
        lead: 'Saved filters, columns and layouts of lists.',
        page: ViewsSettings,
      },
    ],
  },
  {
    title: 'Connections',
    sections: [
      {
        id: 'preferences',
        title: 'Your notifications',
        icon: 'bell',
        lead: 'What you are notified about in this workspace, and how.',
        page: PreferencesSettings,
      },
      {
        id: 'calendar',
        title: 'Your calendar',
        icon: 'calendar',
        lead: 'Due times of tasks in the calendar program that you use.',
        page: CalendarSettings,
      },
      {
        id: 'channels',
        title: 'Channels',
        icon: 'send',
        lead: 'Where notifications go besides the bell.',
        page: ChannelsSettings,
      },
      {
        id: 'integrations',
        title: 'Integrations',
        icon: 'plug',
        lead: 'Addresses that other systems post their events to.',
        page: IntegrationsSettings,
      },
      {
        id: 'displays',
        title: 'Displays',
        icon: 'monitor',
        lead: 'Screens on the wall.',
        page: DisplaysSettings,
      },
      {
        id: 'agents',
        title: 'Agents',
        icon: 'bot',
        lead: 'Programs that read and act here in the name of a member.',
        page: AgentsSettings,
      },
      {
        id: 'drive',
        title: 'Driving tabs',
        icon: 'navigation',
        lead: 'Agents that point at things in a tab of yours.',
        page: DriveSettings,
      },
    ],
  },
  {
    title: 'Records',
    sections: [
      {
        id: 'jobs',
        title: 'Jobs',
        icon: 'list-checks',
        lead: 'Long work: imports, exports, bulk changes.',
        page: JobsSettings,
      },
      {
        id: 'audit',
        title: 'Audit log',
        icon: 'receipt-text',
        lead: 'Who signed in and who changed members, tokens, modules, wires and settings.',
        page: AuditSettings,
      },
      {
        id: 'archive',
        title: 'Archive',
        icon: 'archive',
        lead: 'The whole workspace as one file.',
        page: ArchiveSettings,
      },
    ],
  },
];
