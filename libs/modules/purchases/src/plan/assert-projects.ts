import { type ModuleContext, validationFailed } from '@cubit/core';
import { projectRecord } from '../foreign.js';

/** Refuses `projects` of an input that names a project which does not exist, or is in the trash. */
export async function assertProjects({ records }: ModuleContext, ids: readonly string[] = []): Promise<void> {
  if (ids.length === 0) return;
  const known = records.knows(projectRecord) ? await records.getMany(projectRecord, ids) : new Map();
  const faults = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            path: `/input/projects/${index}`,
            code: 'unknown_reference',
            message: 'The project does not exist.',
          },
        ],
  );
  if (faults.length > 0) throw validationFailed(faults);
}
