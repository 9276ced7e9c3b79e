import { pagePaths } from '@cubit/web-client';
import { IconButton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';
import { useFavourites, usePageAddress } from './favourites.js';

/** Puts the page that is open into the sidebar, or takes it out. Home is there anyway. */
export function FavouriteButton() {
  const { slug, kind: kindOf } = useWorkspace();
  const { module, kind } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const [favourites, setFavourites, { loaded }] = useFavourites();
  const href = usePageAddress();
  if (href === pagePaths.workspace(slug) || !loaded) return null;
  const isFavourite = favourites.some((each) => each.href === href);
  const toggle = () => {
    const icon = kindOf(`${module ?? ''}:${kind ?? ''}`)?.ui.icon ?? 'star';
    const title = document.title.replace(/ · Cubit$/, '');
    setFavourites((before) => {
      const others = before.filter((each) => each.href !== href);
      return isFavourite ? others : [...others, { title, icon, href }];
    });
  };
  return (
    <IconButton
      icon="star"
      size="small"
      label="Favourite"
      hint={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
      pressed={isFavourite}
      onPress={toggle}
    />
  );
}
