import { pagePaths } from '@cubit/web-client';
import { Card, Status } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { SettingsSection, useList } from '../../parts/index.js';
import type { Wire } from '../wire.js';
import { recipesOf } from './recipes.js';
import styles from './WireBuilder.module.css';

/** Wires of modules to begin with: one click copies one into the form, or opens one that is on already. */
export function Recipes() {
  const { path, slug, ui } = useWorkspace();
  const list = useList<Wire>(path('/wires'));
  const recipes = recipesOf(list.rows ?? []);
  if (recipes.length === 0) return null;
  const base = `${pagePaths.workspace(slug)}/wires`;
  const eventOf = (name: string) => ui.events.find((event) => event.name === name)?.title ?? name;
  const actionOf = (id: string) => ui.actions.find((action) => action.id === id)?.title ?? id;
  return (
    <SettingsSection
      title="Begin with a recipe"
      lead="Copies a wire of a module, for you to change. One that is on already opens."
    >
      <div className={styles.recipes}>
        {recipes.map(({ id, name, event, action, enabled }) => (
          <Card key={id} linked className={styles.recipe}>
            <a href={enabled ? `${base}/${id}` : `${base}/new?from=${id}`}>{name}</a>
            <span className={styles.reads}>
              {eventOf(event)} → {actionOf(action)}
            </span>
            {enabled && <Status tone="ok">On already</Status>}
          </Card>
        ))}
      </div>
    </SettingsSection>
  );
}
