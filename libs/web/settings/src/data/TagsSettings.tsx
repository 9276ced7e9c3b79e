export function TagsSettings() { return null; }
