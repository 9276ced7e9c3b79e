/** Names of tools that are not actions. */
export const TOOL = {
  listRecords: 'list_records',
  getRecord: 'get_record',
  search: 'search',
  describeKind: 'describe_kind',
  createRecord: 'create_record',
  updateRecord: 'update_record',
  findActions: 'find_actions',
  describeAction: 'describe_action',
  runRead: 'run_read',
  runChange: 'run_change',
  runDestructive: 'run_destructive',
} as const;

export const RESERVED_NAMES: ReadonlySet<string> = new Set(Object.values(TOOL));
