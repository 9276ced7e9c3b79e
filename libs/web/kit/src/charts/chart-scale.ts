/** Round values for the lines of a chart from 0 (or below) to above the highest value. */
export function ticksOf(values: readonly number[], wanted = 4): readonly number[] {
  const low = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const high = highest === low ? 1 : highest;
  const range = high - low;
  const power = 10 ** Math.floor(Math.log10(range / wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => range / size <= wanted) ?? power * 10;
  const first = Math.floor(low / step);
  const count = Math.ceil(high / step) - first;
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
