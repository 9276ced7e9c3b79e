const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 60;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** The address that a name proposes: `Räuber & Söhne` becomes `rauber-sohne`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}

/** Another address for a name that is taken: `lab` becomes `lab-2`, then `lab-3`. */
export function nextSlug(slug: string): string {
  const [, stem = slug, number] = /^(.*?)(?:-(\d+))?$/.exec(slug) ?? [];
  return `${stem}-${Number(number ?? 1) + 1}`;
}
