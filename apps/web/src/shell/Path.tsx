import { drawnAt, pagePaths } from '@cubit/web-client';
import { PathLinks } from '@cubit/web-kit';
import { useWorkspace, useRecordTitle } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';

/** Where the page is, as links: module, kind, record. */
export function Path() {
  const { slug, ui, kind: kindOf } = useWorkspace();
  const {
    module = '',
    kind: name,
    _splat,
    ...params
  } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const drawn = _splat === undefined ? undefined : drawnAt(ui.kinds, module, `/${_splat}`);
  const kind = drawn?.kind ?? kindOf(`${module}:${name}`);
  const id = drawn?.id ?? params['id'];
  const title = useRecordTitle(kind?.id, id);
  if (!kind) return <span />;
  const moduleTitle = ui.modules.find((other) => other.name === kind.module)?.title ?? kind.module;
  return (
    <PathLinks
      steps={[
        { title: moduleTitle },
        { title: kind.plural, href: pagePaths.kind(slug, kind.id) },
        ...(id === undefined
          ? []
          : [{ title: title ?? '', ...(drawn && { href: pagePaths.record(slug, kind.id, id) }) }]),
        ...(drawn ? [{ title: 'Drawing' }] : []),
      ]}
    />
  );
}
