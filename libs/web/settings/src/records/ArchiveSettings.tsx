export function ArchiveSettings() { return null; }
