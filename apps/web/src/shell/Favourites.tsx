import { IconButton } from '@cubit/web-kit';
import { lazy, Suspense, useState } from 'react';
import { useFavourites } from './favourites.js';
import { Section, type SectionProps } from './SidebarSection.js';

const FavouritesDialog = lazy(async () => ({ default: (await import('./FavouritesDialog.js')).FavouritesDialog }));

/** Pages that the person has put into the sidebar. Nothing without any. */
export function Favourites(props: Omit<SectionProps, 'section'>) {
  const [favourites] = useFavourites();
  const [editing, setEditing] = useState(false);
  const items = favourites.map((favourite) => ({ ...favourite, id: favourite.href }));
  return (
    <>
      {items.length > 0 && (
        <Section
          {...props}
          section={{ id: 'favourites', title: 'Favourites', items }}
          action={<IconButton icon="pencil" size="small" label="Edit favourites" onPress={() => setEditing(true)} />}
        />
      )}
      {editing && (
        <Suspense>
          <FavouritesDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
