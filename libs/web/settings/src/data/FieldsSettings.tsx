export function FieldsSettings() { return null; }
