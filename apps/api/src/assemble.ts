import { createCubit, type Cubit, type CubitOptions } from '@cubit/http';

/** Assembles the product as Express routers: module routers by path; a workspace can use those of the modules that it enabled. */
export function assemble({ kernel, ...options }: Omit<CubitOptions, 'routes' | 'isEnabled'>): Promise<Cubit> {
  const ofModule = Map.groupBy(kernel.routes, ({ module }) => module);
  const platform = ofModule.get(undefined) ?? [];
  const modules = [...kernel.registry.modules.keys()].flatMap((name) => ofModule.get(name) ?? []);
  return createCubit({
    ...options,
    kernel,
    routes: [...platform, ...modules],
    // Other modules respond with `module_not_enabled`, after the credential, its scopes and the workspace are checked.
    isEnabled: ({ schema }, module) => schema.modules.has(module),
  });
}
