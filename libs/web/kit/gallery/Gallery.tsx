import { useState } from 'react';
import { Banner, Button, PathLinks, SkipLink, Tabs } from '../src/index.js';
import { SegmentedControl } from '../src/forms/index.js';
import { Actions } from './Actions.js';
import { Charts } from './Charts.js';
import { Forms } from './Forms.js';
import { States } from './States.js';
import { Values } from './Values.js';
import styles from './Gallery.module.css';

const THEMES = [
  { id: 'system', title: 'System' },
  { id: 'light', title: 'Light', icon: 'sun' },
  { id: 'dark', title: 'Dark', icon: 'moon' },
] as const;

/** All components of the kit on one page, for eyes and for screenshots. */
export function Gallery() {
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? 'system');
  const [part, setPart] = useState(location.hash.slice(1) || 'values');
  const changeTheme = (id: string) => {
    setTheme(id);
    document.documentElement.dataset['theme'] = id;
  };
  const parts = [
    { id: 'values', title: 'Values', content: <Values /> },
    { id: 'actions', title: 'Actions', content: <Actions /> },
    { id: 'forms', title: 'Forms', content: <Forms /> },
    { id: 'states', title: 'States', content: <States /> },
    { id: 'charts', title: 'Charts', count: 3, content: <Charts /> },
  ];
  return (
    <>
      <SkipLink target="main" />
      <Banner page tone="warn" icon="wifi-off" action={<Button size="small">Try now</Button>}>
        No connection. Changes wait on this device.
      </Banner>
      <header className={styles.head}>
        <PathLinks
          steps={[{ title: 'Workshop', href: '#', icon: 'house' }, { title: 'Kit', href: '#' }, { title: 'Gallery' }]}
        />
        <SegmentedControl label="Theme" segments={THEMES} value={theme} onChange={changeTheme} />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1>Gallery</h1>
        <Tabs label="Parts" tabs={parts} selected={part} onSelect={setPart} />
      </main>
    </>
  );
}
