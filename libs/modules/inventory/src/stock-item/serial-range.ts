/** Consecutive serial numbers: `SN-0099`, 2 gives `SN-0099`, `SN-0100`. Null if `start` does not end in digits. */
export function serialRange(start: string, count: number): readonly string[] | null {
  const digits = /\d{1,15}$/.exec(start)?.[0];
  if (digits === undefined) return null;
  const stem = start.slice(0, -digits.length);
  return Array.from(
    { length: count },
    (_, index) => stem + String(Number(digits) + index).padStart(digits.length, '0'),
  );
}
