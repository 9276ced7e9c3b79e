import { defineModule } from '@cubit/core';
import { archive } from './contents/archive.action.js';
import { moveContents } from './contents/move-contents.action.js';
import { restore } from './contents/restore.action.js';
import { errors } from './errors.js';
import { events } from './events.js';
import { generate } from './generate/generate.action.js';
import { printLabel } from './label/print-label.action.js';
import { printLabels } from './label/print-labels.action.js';
import { locate } from './locate/locate.action.js';
import { location } from './location/location.kind.js';
import { moveLocation } from './location/move.action.js';
import { upgrades } from './location/upgrades.js';
import { exportPlan } from './plan/export-plan.action.js';
import { drawFloorplanRoute } from './plan/floorplan-drawing.route.js';
import { listFloorplans } from './plan/floorplan-list.route.js';
import {
  createFloorplan,
  deleteFloorplan,
  readFloorplan,
  readFloorplanSchema,
  replaceFloorplan,
} from './plan/floorplan.routes.js';
import { importPlan } from './plan/import-plan.action.js';
import { plan, planPart } from './plan/plan.kind.js';
import { suggestBin } from './suggest/suggest-bin.action.js';
import { spacesHints } from './spaces.hints.js';

export const spaces = defineModule({
  name: 'spaces',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Spaces',
  description: 'Locations as one tree of sites, rooms, racks, shelves and bins, and their floor plans.',
  kinds: [location, plan, planPart],
  events,
  actions: [
    importPlan,
    exportPlan,
    generate,
    moveLocation,
    moveContents,
    archive,
    restore,
    printLabel,
    printLabels,
    locate,
    suggestBin,
  ],
  upgrades,
  errors,
  routes: [
    listFloorplans,
    createFloorplan,
    readFloorplanSchema,
    readFloorplan,
    replaceFloorplan,
    deleteFloorplan,
    drawFloorplanRoute,
  ],
  permissions: { kinds: { 'inventory:stock_item': 'read' }, invokes: ['inventory:move_all'] },
  ui: spacesHints,
});
