import { pagePaths } from '@cubit/web-client';
import { IconButton } from '@cubit/web-kit';
import { type Search, useWorkspace, withSearch } from '@cubit/web-records';
import { useFavourites } from './favourites.js';

export interface FavouriteButtonProps {
  /** Of the page that is open. */
  readonly pathname: string;
  readonly search: Search;
}

/** What is open over a page does not belong to its address. */
const PASSING = { peek: undefined, do: undefined, with: undefined, new: undefined, panel: undefined };

/** Puts the page that is open, with its filter, order and layout, into the sidebar, or takes it out. Home is there anyway. */
export function FavouriteButton({ pathname, search }: FavouriteButtonProps) {
  const { slug, ui } = useWorkspace();
  const [favourites, setFavourites, { loaded }] = useFavourites();
  const href = withSearch(pathname, { ...search, ...PASSING });
  if (href === pagePaths.workspace(slug) || !loaded) return null;
  const isFavourite = favourites.some((each) => each.href === href);
  const toggle = () => {
    const kind = ui.kinds.find(({ id }) => `${pathname}/`.startsWith(`${pagePaths.kind(slug, id)}/`));
    const made = { title: document.title.replace(/ · Cubit$/, ''), icon: kind?.ui.icon ?? 'star', href } as const;
    setFavourites((before) => {
      const others = before.filter((each) => each.href !== href);
      return isFavourite ? others : [...others, made];
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
