export function JobsSettings() { return null; }
