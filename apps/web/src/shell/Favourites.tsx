import { useFavourites } from './favourites.js';
import { Section, type SectionProps } from './SidebarSection.js';

/** Pages that the person has put into the sidebar. Nothing without any. */
export function Favourites(props: Omit<SectionProps, 'section'>) {
  const [favourites] = useFavourites();
  const items = favourites.map((favourite) => ({ ...favourite, id: favourite.href }));
  return items.length === 0 ? null : <Section {...props} section={{ id: 'favourites', title: 'Favourites', items }} />;
}
