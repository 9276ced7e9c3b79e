import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import styles from './Tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  /** A number behind the title. */
  readonly count?: number;
  /** Makes the tab a link, so that it has an address. */
  readonly href?: string;
  readonly content?: ReactNode;
}

export interface TabsProps {
  /** Name of the list of tabs. */
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
}

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect?.(String(key))}
      keyboardActivation="manual"
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map(({ id, title, count, href }) => (
          <Tab key={id} id={id} href={href} className={styles.tab ?? ''}>
            {title}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
