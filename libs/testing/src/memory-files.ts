import { fail, notFound, type CapabilityFactory, type StoredFile } from '@cubit/core';

/** Files without the files platform, for specs of modules: kept in memory, also where a transaction is rolled back. */
export interface MemoryFiles extends CapabilityFactory {
  /** What was kept under the id. */
  get(id: string): StoredFile | undefined;
}

export function memoryFiles(): MemoryFiles {
  const byId = new Map<string, StoredFile & { readonly workspaceId: string }>();
  return {
    name: 'memory-files',
    get: (id) => byId.get(id),
    create: ({ services }) => ({
      name: 'memory-files',
      files: {
        open: ({ workspace }) => ({
          create: ({ name, mediaType, content }) => {
            const id = services.newId();
            byId.set(id, { name, mediaType, size: content.byteLength, content, workspaceId: workspace.id });
            return Promise.resolve({ id });
          },
          read: (id, { maxBytes }) => {
            const file = byId.get(id);
            if (file?.workspaceId !== workspace.id) return Promise.reject(notFound('File'));
            if (file.size > maxBytes)
              return Promise.reject(fail('payload_too_large', `The file may have ${maxBytes} bytes at most.`));
            return Promise.resolve(file);
          },
        }),
        hold: (_tx, workspaceId, ids) =>
          Promise.resolve(new Set(ids.filter((id) => byId.get(id)?.workspaceId === workspaceId))),
      },
    }),
  };
}
