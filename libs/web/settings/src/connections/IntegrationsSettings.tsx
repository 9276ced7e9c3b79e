export function IntegrationsSettings() { return null; }
