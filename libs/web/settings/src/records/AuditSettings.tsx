export function AuditSettings() { return null; }
