import { estimateCost } from './cost/estimate-cost.action.js';
import { dismissSuspicion } from './failure/dismiss-suspicion.action.js';
import { reportFailureScore } from './failure/report-failure-score.action.js';
import { approve } from './job/approve.action.js';
import { cancel } from './job/cancel.action.js';
import { confirm } from './job/confirm.action.js';
import { pause } from './job/pause.action.js';
import { queue } from './job/queue.action.js';
import { reject } from './job/reject.action.js';
import { reorder } from './job/reorder.action.js';
import { resume } from './job/resume.action.js';
import { retry } from './job/retry.action.js';
import { send } from './job/send.action.js';
import { clearBed } from './machine/clear-bed.action.js';
import { loadMaterial } from './machine/load-material.action.js';
import { setMaintenance } from './machine/set-maintenance.action.js';
import { logUse } from './maintenance/log-use.action.js';
import { logMaintenance } from './maintenance/log-maintenance.action.js';
import { schedule } from './queue/schedule.action.js';
import { report } from './report/report.action.js';

export const actions = [
  queue,
  approve,
  reject,
  send,
  pause,
  resume,
  cancel,
  retry,
  reorder,
  confirm,
  clearBed,
  loadMaterial,
  setMaintenance,
  logMaintenance,
  logUse,
  estimateCost,
  report,
  reportFailureScore,
  dismissSuspicion,
  schedule,
] as const;
