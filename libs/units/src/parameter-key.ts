/** The key of a parameter: names that differ in case, spaces and signs are the same. `Supply voltage (max.)` is `supply_voltage_max`. */
export function parameterKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
