import { dropAllDrafts } from '@cubit/web-client';

/** Removes everything that this browser keeps of the person who signs out. */
export function forgetPerson(): void {
  localStorage.removeItem('cubit-workspace');
  dropAllDrafts();
  sessionStorage.clear();
}
