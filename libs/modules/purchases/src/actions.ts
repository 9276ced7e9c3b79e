import { draftFromLow } from './draft/draft-from-low.action.js';
import { cancel } from './order/cancel.action.js';
import { closeShort } from './order/close-short.action.js';
import { duplicate } from './order/duplicate.action.js';
import { hold } from './order/hold.action.js';
import { place } from './order/place.action.js';
import { resume } from './order/resume.action.js';
import { ship } from './order/ship.action.js';
import { plan } from './plan/plan.action.js';
import { markArrived } from './receipt/mark-arrived.action.js';
import { receive } from './receipt/receive.action.js';
import { reverseReceipt } from './receipt/reverse-receipt.action.js';
import { addToRequest } from './request/add-to-request.action.js';
import { shoppingList } from './shopping/shopping-list.action.js';
import { orderRequest } from './request/order-request.action.js';

export const actions = [
  place,
  ship,
  receive,
  markArrived,
  reverseReceipt,
  closeShort,
  cancel,
  hold,
  resume,
  duplicate,
  draftFromLow,
  addToRequest,
  orderRequest,
  plan,
  shoppingList,
] as const;
