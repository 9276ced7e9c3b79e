import { errorOf, notFound } from '@cubit/core';
import type { StoredFile } from '@cubit/core/host';
import type { CapabilityFactory } from '@cubit/runtime';

/** A file store in memory for specs of modules. It ignores rollbacks. */
export interface MemoryFiles extends CapabilityFactory {
  /** The stored file. */
  get(id: string): StoredFile | undefined;
}

export function memoryFiles(): MemoryFiles {
  const byId = new Map<string, StoredFile & { readonly workspaceId: string }>();
  return {
    name: 'memory-files',
    get: (id) => byId.get(id),
    create: () => ({ name: 'memory-files' }),
    provides: {
      files: ({ newId }) => ({
        open: ({ workspace }) => ({
          create: ({ name, mediaType, content }) => {
            const id = newId();
            byId.set(id, { name, mediaType, size: content.byteLength, content, workspaceId: workspace.id });
            return Promise.resolve({ id });
          },
          read: (id, { maxBytes }) => {
            const file = byId.get(id);
            if (file?.workspaceId !== workspace.id) return Promise.reject(notFound('File'));
            if (file.size > maxBytes)
              return Promise.reject(errorOf('payload_too_large', `The file may have ${maxBytes} bytes at most.`));
            return Promise.resolve(file);
          },
        }),
        lock: (_tx, workspaceId, ids) =>
          Promise.resolve(new Set(ids.filter((id) => byId.get(id)?.workspaceId === workspaceId))),
      }),
    },
  };
}
