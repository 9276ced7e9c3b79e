import { cancelBuild } from './build/cancel-build.action.js';
import { completeBuild } from './build/complete-build.action.js';
import { completeOutput } from './build/complete-output.action.js';
import { consumeBuild } from './build/consume-build.action.js';
import { holdBuild } from './build/hold-build.action.js';
import { issueBuild } from './build/issue-build.action.js';
import { reverseBuildOutput } from './build/reverse-build-output.action.js';
import { scrapOutput } from './build/scrap-output.action.js';
import { applyCount } from './count/apply-count.action.js';
import { recordCount } from './count/record-count.action.js';
import { recordFind } from './count/record-find.action.js';
import { recount } from './count/recount.action.js';
import { startCount } from './count/start-count.action.js';
import { printLabel } from './label/print-label.action.js';
import { printLabels } from './label/print-labels.action.js';
import { extendLoan } from './loan/extend-loan.action.js';
import { lend } from './loan/lend.action.js';
import { returnLoan } from './loan/return.action.js';
import { reverse } from './movement/reverse.action.js';
import { takeBackPostings } from './movement/take-back.action.js';
import { transferUsage } from './movement/transfer-usage.action.js';
import { activate } from './part/activate.action.js';
import { addStock } from './part/add.action.js';
import { adjustStock } from './part/adjust.action.js';
import { moveStock } from './part/move.action.js';
import { replace } from './part/replace.action.js';
import { issueKit } from './kit/issue-kit.action.js';
import { returnLeftovers } from './kit/return-leftovers.action.js';
import { proposeReorderPoints } from './reorder/propose-reorder-points.action.js';
import { retire } from './part/retire.action.js';
import { setStock } from './part/set.action.js';
import { useOne } from './part/use-one.action.js';
import { useUp } from './part/use-up.action.js';
import { useStock } from './part/use.action.js';
import { consumeReservation } from './reservation/consume-reservation.action.js';
import { release } from './reservation/release.action.js';
import { releaseFor } from './reservation/release-for.action.js';
import { reserve } from './reservation/reserve.action.js';
import { moveAll } from './stock/move-all.action.js';
import { install } from './stock-item/install.action.js';
import { merge } from './stock-item/merge.action.js';
import { serialize } from './stock-item/serialize.action.js';
import { setStatus } from './stock-item/set-status.action.js';
import { split } from './stock-item/split.action.js';
import { uninstall } from './stock-item/uninstall.action.js';

export const actions = [
  useOne,
  useStock,
  useUp,
  replace,
  addStock,
  adjustStock,
  setStock,
  moveStock,
  moveAll,
  split,
  merge,
  serialize,
  setStatus,
  install,
  uninstall,
  reserve,
  consumeReservation,
  release,
  releaseFor,
  reverse,
  transferUsage,
  takeBackPostings,
  activate,
  retire,
  issueBuild,
  consumeBuild,
  completeOutput,
  scrapOutput,
  completeBuild,
  holdBuild,
  cancelBuild,
  reverseBuildOutput,
  startCount,
  recordCount,
  recordFind,
  recount,
  applyCount,
  lend,
  returnLoan,
  extendLoan,
  printLabel,
  printLabels,
  issueKit,
  returnLeftovers,
  proposeReorderPoints,
] as const;
