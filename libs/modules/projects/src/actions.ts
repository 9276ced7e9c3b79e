import { addComment } from './comment/comment.action.js';
import { moveTask } from './board/move.action.js';
import { addDependency } from './dependency/add-dependency.action.js';
import { removeDependency } from './dependency/remove-dependency.action.js';
import { satisfy } from './dependency/satisfy.action.js';
import { activateProject } from './project/activate-project.action.js';
import { cancelProject } from './project/cancel-project.action.js';
import { completeProject } from './project/complete-project.action.js';
import { holdProject } from './project/hold-project.action.js';
import { assignTask } from './task/assign.action.js';
import { cancelTask } from './task/cancel.action.js';
import { completeTask } from './task/complete.action.js';
import { createTask } from './task/create-task.action.js';
import { reopenTask } from './task/reopen.action.js';
import { setDue } from './task/set-due.action.js';
import { startTask } from './task/start.action.js';
import { unassignTask } from './task/unassign.action.js';

export const actions = [
  startTask,
  completeTask,
  reopenTask,
  cancelTask,
  assignTask,
  unassignTask,
  setDue,
  moveTask,
  addDependency,
  removeDependency,
  satisfy,
  createTask,
  addComment,
  completeProject,
  holdProject,
  activateProject,
  cancelProject,
] as const;
