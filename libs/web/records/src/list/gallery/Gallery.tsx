import { CardGrid, type CardGridProps } from '../cards/CardGrid.js';
import { coverOf } from '../model/layouts.js';
import { useNarrow } from '../use-narrow.js';
import { Cover } from './Cover.js';

const CARD_WIDTH = 232;
const CARD_HEIGHT = 264;
/** There, the picture stands beside the words, so that a record without one takes no more room than they need. */
const PHONE_CARD_HEIGHT = 120;
const SHOWN_FIELDS = 4;

/** Records with their pictures. */
export function Gallery(props: Omit<CardGridProps, 'cover' | 'cardWidth' | 'cardHeight'>) {
  const { kind, columns } = props;
  const isNarrow = useNarrow();
  const cover = coverOf(kind);
  const shown = columns.filter(({ key }) => key !== cover).slice(1, SHOWN_FIELDS);
  return (
    <CardGrid
      {...props}
      columns={shown}
      cover={(record) => <Cover kind={kind} record={record} />}
      cardWidth={CARD_WIDTH}
      cardHeight={isNarrow ? PHONE_CARD_HEIGHT : CARD_HEIGHT}
    />
  );
}
