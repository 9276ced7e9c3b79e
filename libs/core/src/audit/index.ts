export { audit, type AuditEntry } from './audit.js';
