/** JSON Pointer (RFC 6901) to a member of the value at `base`. */
export function pointer(base: string, member: string | number): string {
  return typeof member === 'number'
    ? `${base}/${member}`
    : `${base}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
