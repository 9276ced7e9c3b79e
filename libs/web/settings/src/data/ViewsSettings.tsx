export function ViewsSettings() { return null; }
