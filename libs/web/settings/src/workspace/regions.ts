const MOST_ZONES = 30;

/** Time zones whose name has all words of the text. */
export function timeZones(text: string) {
  const wanted = text.toLowerCase().split(/[\s/_]+/);
  return Intl.supportedValuesOf('timeZone')
    .filter((zone) => wanted.every((word) => zone.toLowerCase().includes(word)))
    .slice(0, MOST_ZONES)
    .map((zone) => ({ id: zone, title: zone.replaceAll('_', ' ') }));
}

/** All currencies by code, with their names. */
export function currencies() {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({ id: code, title: `${code} · ${names.of(code) ?? code}` }));
}
