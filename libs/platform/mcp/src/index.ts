export { agents } from './agents.module.js';
export { mcpCapability, type McpOptions } from './mcp-capability.js';
