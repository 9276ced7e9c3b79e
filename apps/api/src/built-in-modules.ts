import type { ModuleDefinition } from '@cubit/core';
import { coreOpenapi } from '@cubit/core-openapi';
import { devices } from '@cubit/devices';
import { digifab } from '@cubit/digifab';
import { drive } from '@cubit/drive';
import { feedback } from '@cubit/feedback';
import { integrations } from '@cubit/integrations';
import { filesModule } from '@cubit/files';
import { agents } from '@cubit/mcp';
import { inventory } from '@cubit/inventory';
import { notificationsModule } from '@cubit/notifications';
import { projects } from '@cubit/projects';
import { purchases } from '@cubit/purchases';
import { releases } from '@cubit/releases';
import { spaces } from '@cubit/spaces';
import { wiresModule } from '@cubit/wires';

/** The modules of every instance; each workspace enables the ones that it uses. */
export const BUILT_IN_MODULES: readonly ModuleDefinition[] = [
  coreOpenapi,
  wiresModule,
  notificationsModule,
  integrations,
  filesModule,
  inventory,
  spaces,
  projects,
  purchases,
  digifab,
  devices,
  drive,
  agents,
  feedback,
  releases,
];
