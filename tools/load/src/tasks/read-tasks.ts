import { readGithub, type GithubIssues } from './read-github.js';
import { isTicktick, readTicktick } from './read-ticktick.js';
import { readVikunja, type VikunjaProject } from './read-vikunja.js';
import { readWekan, type WekanBoard } from './read-wekan.js';
import type { TaskDataset } from './task-dataset.js';

/** Reads an export of another program, identified by its content; null if the format is unknown. */
export function readTasks(text: string): TaskDataset | null {
  if (isTicktick(text)) return readTicktick(text);
  const data = parsed(text);
  if (Array.isArray(data) && data.every((entry) => hasMembers(entry, 'title', 'identifier', 'tasks')))
    return readVikunja(data as readonly VikunjaProject[]);
  if (hasMembers(data, 'lists', 'cards') && String((data as WekanBoard)._format).startsWith('wekan-board'))
    return readWekan(data as WekanBoard);
  if (hasMembers(data, 'repo', 'issues')) return readGithub(data as GithubIssues);
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasMembers(value: unknown, ...names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
}
