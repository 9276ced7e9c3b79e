import { FavouriteButton, type FavouriteButtonProps } from './FavouriteButton.js';
import { Path } from './Path.js';

/** Where the page is, and a star that keeps it. */
export function Where(props: FavouriteButtonProps) {
  return (
    <>
      <Path />
      <FavouriteButton {...props} />
    </>
  );
}
