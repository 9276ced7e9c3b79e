import { pagePaths } from '@cubit/web-client';
import { ErrorState, Icon, Num, Panel, Sparkline, Tile } from '@cubit/web-kit';
import { useWorkspace, withSearch } from '@cubit/web-records';
import { RecordRows } from '@cubit/web-records/rows';
import { lazy, Suspense } from 'react';
import { DAYS } from './daily-counts.js';
import { APPROVALS, groupsOf, type HomeBlock, isNumber, isTile, LATELY, type TileBlock } from './home-blocks.js';
import { LatestEvents } from './LatestEvents.js';
import type { Approvals } from './use-approvals.js';
import type { TileState } from './use-home.js';
import styles from './HomePage.module.css';

const WaitingApprovals = lazy(async () => {
  return { default: (await import('@cubit/web-settings/approvals')).WaitingApprovals };
});

export interface HomeBlocksProps {
  readonly blocks: readonly HomeBlock[];
  readonly tiles: ReadonlyMap<string, TileState>;
  readonly approvals: Approvals;
}

/** The parts of the page. Nothing is drawn of what is zero, but for a line that names what waits for nobody. */
export function HomeBlocks({ blocks, tiles, approvals }: HomeBlocksProps) {
  const isZero = (block: HomeBlock) => isTile(block) && tiles.get(block.id)?.answer?.total === 0;
  const drawn = groupsOf(blocks.filter((block) => !isZero(block)));
  const clear = blocks.filter((block) => isTile(block) && !isNumber(block) && isZero(block));
  return (
    <>
      {drawn.map((group) => (
        <div key={group[0]?.id} className={group[0] && isNumber(group[0]) ? styles.tiles : styles.panels}>
          {group.map((block) => (
            <div key={block.id} className={styles.part}>
              {isTile(block) && <TileView block={block} state={tiles.get(block.id)} />}
              {block.id === LATELY && <LatestEvents />}
              {block.id === APPROVALS && (
                <Suspense>
                  <WaitingApprovals {...approvals} />
                </Suspense>
              )}
            </div>
          ))}
        </div>
      ))}
      {clear.length > 0 && (
        <p className={styles.clear}>
          <Icon name="circle-check" size={14} />
          Nothing to do:
          {clear.map((block) => (
            <ClearLink key={block.id} title={block.title} state={tiles.get(block.id)} />
          ))}
        </p>
      )}
    </>
  );
}

function ClearLink({ title, state }: { readonly title: string; readonly state: TileState | undefined }) {
  const { slug } = useWorkspace();
  if (!state) return null;
  return <a href={withSearch(pagePaths.kind(slug, state.kind.id), { filter: state.filter })}>{title}</a>;
}

interface TileViewProps {
  readonly block: TileBlock;
  readonly state: TileState | undefined;
}

function TileView({ block, state }: TileViewProps) {
  const { slug } = useWorkspace();
  if (!state) return null;
  const href = withSearch(pagePaths.kind(slug, state.kind.id), { filter: state.filter });
  const View = block.tile.rows ? WaitingRecords : NumberTile;
  return <View tile={block.tile} state={state} href={href} />;
}

interface ViewProps {
  readonly tile: TileBlock['tile'];
  readonly state: TileState;
  readonly href: string;
}

function WaitingRecords({ tile, state: { kind, answer, error, retry }, href }: ViewProps) {
  const { action: actionOf } = useWorkspace();
  const { fields: names = [], action } = tile.rows ?? {};
  const fields = names.flatMap((name) => kind.fields.find((field) => field.name === name) ?? []);
  const more = (answer?.total ?? 0) - (answer?.records.length ?? 0);
  return (
    <Panel
      title={tile.title}
      icon={kind.ui.icon}
      tone={tile.tone}
      href={href}
      count={answer?.total}
      more={more > 0 ? { text: `${more} more`, href } : undefined}
      flush
    >
      {error && !answer && <ErrorState error={error} onRetry={retry} />}
      {answer && (
        <RecordRows
          {...{ kind, fields }}
          records={answer.records}
          action={action === undefined ? undefined : actionOf(action)}
        />
      )}
    </Panel>
  );
}

function NumberTile({ tile, state: { kind, answer, error }, href }: ViewProps) {
  return (
    <Tile
      title={tile.title}
      icon={kind.ui.icon}
      value={answer ? <Num value={answer.total} /> : '–'}
      note={answer ? answer.days && `in ${DAYS} days` : error?.message}
      trend={answer?.days && <Sparkline values={answer.days} label={`${tile.title} a day, ${DAYS} days`} />}
      tone={answer && tile.tone}
      href={href}
    />
  );
}
