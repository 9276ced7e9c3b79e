import { Button, Dialog, Icon, IconButton, OrderList } from '@cubit/web-kit';
import { TextField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { edited, type Favourite, movedBy } from './favourite-list.js';
import { useFavourites } from './favourites.js';
import styles from './FavouritesDialog.module.css';

interface Item extends Favourite {
  readonly id: string;
  /** The title as it is typed. */
  readonly text: string;
}

/** Names and order of the favourites, and their removal. */
export function FavouritesDialog({ onClose }: { readonly onClose: () => void }) {
  const [favourites, setFavourites] = useFavourites();
  const [from] = useState(favourites);
  const [items, setItems] = useState<readonly Item[]>(() =>
    from.map((favourite) => ({ ...favourite, id: favourite.href, text: favourite.title })),
  );
  const save = () => {
    const to = items.map(({ title, icon, href, text }) => ({
      title: text.trim() === '' ? title : text.trim(),
      icon,
      href,
    }));
    setFavourites((before) => edited(before, { from, to }));
    onClose();
  };
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" onPress={save}>
        Save
      </Button>
    </>
  );
  return (
    <Dialog open title="Edit favourites" size="small" onClose={onClose} footer={footer}>
      {items.length === 0 && <p className={styles.none}>No favourites are left.</p>}
      <OrderList
        items={items}
        onMove={(item, by) => setItems(movedBy(items, item, by))}
        start={(item) => (
          <TextField
            label={`Name of ${item.title}`}
            hideLabel
            maxLength={200}
            before={<Icon name={item.icon} />}
            value={item.text}
            onChange={(text) => setItems(items.map((each) => (each === item ? { ...each, text } : each)))}
            onEnter={save}
          />
        )}
        end={(item) => (
          <IconButton
            icon="x"
            size="small"
            label={`Remove ${item.title}`}
            onPress={() => setItems(items.filter((each) => each !== item))}
          />
        )}
      />
    </Dialog>
  );
}
