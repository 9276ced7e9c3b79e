/** Removes everything that this browser keeps of the person who signs out. */
export function forgetPerson(): void {
  localStorage.removeItem('cubit-workspace');
  sessionStorage.clear();
}
